import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cents, credits, rand, shownRand, startNow, timestamp } from './schemas.ts';

export const vipTierIds = ['gold', 'platinum', 'diamond'] as const;
export type VipTierId = (typeof vipTierIds)[number];
/** Free messages per Johannesburg day without VIP. */
export const freeMessagesPerDay = 5;
/** Null messages per day: no limit. */
export const vipTiers = [
  {
    id: 'gold',
    name: 'Gold',
    price: 299,
    priceCents: 29_900,
    monthlyBonusCredits: 200,
    boost: 3,
    messagesPerDay: 50,
    contentRequests: false,
  },
  {
    id: 'platinum',
    name: 'Platinum',
    price: 499,
    priceCents: 49_900,
    monthlyBonusCredits: 500,
    boost: 5,
    messagesPerDay: null,
    contentRequests: false,
  },
  {
    id: 'diamond',
    name: 'Diamond',
    price: 799,
    priceCents: 79_900,
    monthlyBonusCredits: 1_000,
    boost: 10,
    messagesPerDay: null,
    contentRequests: true,
  },
] as const;

export const vipTier = z.object({
  id: z.enum(vipTierIds),
  name: z.string(),
  price: rand,
  priceCents: cents,
  period: z.enum(['month']),
  features: z.array(z.string()),
  exclusiveFeatures: z.array(z.string()),
  monthlyBonusCredits: credits,
  boost: z.int(),
  messagesPerDay: z.nullable(z.int()),
  contentRequests: z.boolean(),
});

export const vipMembership = z.object({
  tier: z.nullable(z.enum(vipTierIds)),
  paidUntil: z.nullable(timestamp),
  renews: z.boolean(),
  boost: z.int(),
  messagesPerDay: z.nullable(z.int()),
  contentRequests: z.boolean(),
  /** Of this month's bonus. */
  bonusGranted: credits,
  /** This month's bonus is granted after the email address is confirmed. */
  bonusWaits: z.boolean(),
  /** A lower tier that starts with the next renewal. */
  nextTier: z.optional(z.nullable(z.enum(vipTierIds))),
  /** Price of each other tier: now for a higher one, less the remaining value of the current one; else with the next renewal. */
  changes: z.optional(
    z.array(z.object({ tier: z.enum(vipTierIds), isImmediate: z.boolean(), amount: rand, amountCents: cents })),
  ),
});

export const vipOperations = {
  listVipTiers: operation({
    method: 'GET',
    path: '/api/vip/tiers',
    summary: 'The three tiers',
    access: 'public',
    response: z.array(vipTier),
  }),
  ownVip: operation({
    method: 'GET',
    path: '/api/vip/me',
    summary: 'Own membership and its benefits',
    access: 'adult',
    response: vipMembership,
  }),
  subscribeVip: operation({
    method: 'POST',
    path: '/api/vip/subscribe',
    summary: 'Join or change tier for 30 days with the saved method; renews until stopped',
    access: 'adult',
    idempotent: 'ledger',
    purchase: { shown: 'price' },
    rate: 'write',
    /** `price`: the displayed amount from `changes`, in rand; valid for an hour. */
    body: z.strictObject({ tierId: z.enum(vipTierIds), price: shownRand, startNow }),
    response: vipMembership,
    errors: [
      'PRICE_CHANGED',
      'CONFLICT',
      'PAYMENT_METHOD_REQUIRED',
      'PAYMENT_DECLINED',
      'PAYMENT_PENDING',
      'PAYMENT_NOT_CONFIGURED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
  stopVip: operation({
    method: 'POST',
    path: '/api/vip/stop',
    summary: 'Stop renewing; the tier stays until the end of the paid time',
    access: 'adult',
    rate: 'write',
    response: vipMembership,
    errors: ['CONFLICT'],
  }),
  resumeVip: operation({
    method: 'POST',
    path: '/api/vip/resume',
    summary: 'Resume renewals before the paid time ends',
    access: 'adult',
    rate: 'write',
    response: vipMembership,
    errors: ['CONFLICT'],
  }),
};
