import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cents, credits, rand, shownRand, startNow, timestamp } from './schemas.ts';

export const vipTierIds = ['gold', 'platinum', 'diamond'] as const;
export type VipTierId = (typeof vipTierIds)[number];
/** Messages a Johannesburg day where one is no VIP. */
export const freeMessagesPerDay = 5;
/** Null messages a day: no limit. */
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
  /** This month's bonus is given after the email address is confirmed. */
  bonusWaits: z.boolean(),
  /** A lower tier that comes with the next renewal. */
  nextTier: z.optional(z.nullable(z.enum(vipTierIds))),
  /** What each other tier costs: now for a higher one, where the rest of the present one counts, else with the next renewal. */
  changes: z.optional(
    z.array(z.object({ tier: z.enum(vipTierIds), atOnce: z.boolean(), amount: rand, amountCents: cents })),
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
    summary: 'Own membership and what it gives',
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
    /** `price`: what `changes` said of this tier, in rand. An amount of the last hour is still taken, and no other is charged. */
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
    summary: 'Stop renewing; the tier stays to the end of what is paid',
    access: 'adult',
    rate: 'write',
    response: vipMembership,
    errors: ['CONFLICT'],
  }),
  resumeVip: operation({
    method: 'POST',
    path: '/api/vip/resume',
    summary: 'Renew again what was stopped and is not over',
    access: 'adult',
    rate: 'write',
    response: vipMembership,
    errors: ['CONFLICT'],
  }),
};
