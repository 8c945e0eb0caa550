import * as z from 'zod/mini';
import { contentView } from './content.ts';
import { operation } from './operation.ts';
import { banks, payoutStates } from './rules/payouts.ts';
import { cents, credits, cursorQuery, id, page, rand, requiredText, timestamp } from './schemas.ts';

export { banks, payoutStates };

export const statsPeriods = ['day', 'week', 'month', 'total'] as const;
export const revenueSources = [
  'content',
  'tips',
  'subscriptions',
  'requests',
  'bundles',
  'gifts',
  'calls',
  'messages',
] as const;
export type RevenueSource = (typeof revenueSources)[number];

export const minimumPayoutCents = 50_000;
/** Earnings can be withdrawn after this long. */
export const clearingDays = 7;

const amount = { amount: rand, amountCents: cents };

export const creatorStats = z.object({
  totalEarnings: rand,
  monthlyEarnings: rand,
  weeklyEarnings: rand,
  dailyEarnings: rand,
  totalEarningsCents: cents,
  monthlyEarningsCents: cents,
  weeklyEarningsCents: cents,
  dailyEarningsCents: cents,
  /** Of the chosen period, in rand. */
  contentSales: rand,
  tips: rand,
  subscriptionRevenue: rand,
  customRequests: rand,
  period: z.enum(statsPeriods),
  periodEarnings: rand,
  periodEarningsCents: cents,
  /** The same length of time before; null for `total`. */
  previousPeriodCents: z.nullable(cents),
  sources: z.array(z.object({ source: z.enum(revenueSources), count: z.int(), ...amount })),
  /** Earnings a Johannesburg day (an hour for `day`, a calendar month for `total`), oldest first. */
  seriesUnit: z.enum(['hour', 'day', 'month']),
  series: z.array(z.object({ from: timestamp, ...amount })),
  /** The period before, step by step beside `series`; null for `total`. */
  previousSeries: z.nullable(z.array(z.object({ from: timestamp, ...amount }))),
  subscribers: z.int(),
});

export const dashboardItem = z.object({
  id,
  title: z.string(),
  type: z.enum(['image', 'video', 'audio']),
  price: credits,
  views: z.int(),
  /** Times it was unlocked. */
  purchases: z.int(),
  tips: z.int(),
  /** Rand, from unlocks in credits and tips in rand; a bundle is sold as a whole and counts for none of its items. */
  earnings: rand,
  earningsCents: cents,
  isExclusive: z.boolean(),
  uploadDate: timestamp,
  item: contentView,
});

export const activityEntry = z.object({
  id,
  kind: z.enum(revenueSources),
  description: z.string(),
  from: z.nullable(z.string()),
  ...amount,
  timestamp,
});

export const payoutView = z.object({
  id,
  ...amount,
  status: z.enum(payoutStates),
  /** Why it failed or came back. */
  reason: z.nullable(z.string()),
  bank: z.string(),
  accountEnding: z.string(),
  requestedAt: timestamp,
  decidedAt: z.nullable(timestamp),
  sentAt: z.nullable(timestamp),
});
export type PayoutView = z.output<typeof payoutView>;

export const payoutSummary = z.object({
  /** Earned, cleared and not yet asked for. */
  availableCents: cents,
  clearingCents: cents,
  /** Paid with promotional credits: released as far as the payers' own rand covers it, else the platform's after 90 days. */
  promotionalCents: cents,
  underWayCents: cents,
  paidOutCents: cents,
  minimumCents: cents,
  /** Until when a changed bank account keeps payouts waiting. */
  heldUntil: z.nullable(timestamp),
  payouts: z.array(payoutView),
});

export const payoutAccount = z.object({
  bank: z.enum(banks),
  holderName: z.string(),
  /** Last four digits; the number never leaves the server. */
  accountEnding: z.string(),
  branchCode: z.string(),
  accountType: z.enum(['cheque', 'savings']),
  changedAt: timestamp,
});

const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/));
const monthParams = z.strictObject({ month });

export const payoutsOperations = {
  creatorStats: operation({
    method: 'GET',
    path: '/api/creator/stats',
    summary: 'Earnings by period and source',
    access: 'creator',
    query: z.strictObject({ period: z._default(z.enum(statsPeriods), 'month') }),
    response: creatorStats,
  }),
  creatorTopContent: operation({
    method: 'GET',
    path: '/api/creator/content',
    summary: 'Own items with what they earned, best first',
    access: 'creator',
    query: z.extend(cursorQuery, { period: z._default(z.enum(statsPeriods), 'total') }),
    response: page(dashboardItem),
  }),
  creatorActivity: operation({
    method: 'GET',
    path: '/api/creator/activity',
    summary: 'What was earned lately, newest first',
    access: 'creator',
    query: cursorQuery,
    response: page(activityEntry),
  }),
  creatorStatementCsv: operation({
    method: 'GET',
    path: '/api/creator/statements/{month}.csv',
    summary: 'Statement of a month as CSV',
    access: 'creator',
    rate: 'document',
    navigation: true,
    params: monthParams,
    errors: ['NOT_FOUND'],
  }),
  creatorStatementPdf: operation({
    method: 'GET',
    path: '/api/creator/statements/{month}.pdf',
    summary: 'Statement of a month as PDF',
    access: 'creator',
    rate: 'document',
    navigation: true,
    params: monthParams,
    errors: ['NOT_FOUND'],
  }),
  listPayouts: operation({
    method: 'GET',
    path: '/api/payouts',
    summary: 'What can be withdrawn, and own payouts',
    access: 'creator',
    response: payoutSummary,
  }),
  requestPayout: operation({
    method: 'POST',
    path: '/api/payouts',
    summary: 'Withdraw cleared earnings, at least R500',
    access: 'creator',
    idempotent: 'stored',
    rate: 'write',
    body: z.strictObject({
      amountCents: z.int().check(z.gte(minimumPayoutCents, 'The smallest payout is R500'), z.lte(100_000_000_000)),
    }),
    response: payoutView,
    status: 201,
    errors: ['VALIDATION_FAILED', 'CONFLICT', 'PAYOUT_ACCOUNT_REQUIRED', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  getPayoutAccount: operation({
    method: 'GET',
    path: '/api/payouts/account',
    summary: 'Own bank account, number hidden',
    access: 'creator',
    response: z.object({ account: z.nullable(payoutAccount) }),
  }),
  setPayoutAccount: operation({
    method: 'PUT',
    path: '/api/payouts/account',
    summary: 'Name the bank account for payouts; a change keeps payouts waiting for 72 hours',
    access: 'creator',
    rate: 'credentials',
    body: z.strictObject({
      bank: z.enum(banks),
      holderName: requiredText(2, 120, 'Account holder is required'),
      accountNumber: z.string().check(z.regex(/^\d{7,13}$/, 'Account number must be 7 to 13 digits')),
      branchCode: z.string().check(z.regex(/^\d{6}$/, 'Branch code must be 6 digits')),
      accountType: z.enum(['cheque', 'savings']),
      password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(256)),
    }),
    response: z.object({ account: payoutAccount }),
    errors: ['VALIDATION_FAILED', 'INVALID_CREDENTIALS'],
  }),
};
