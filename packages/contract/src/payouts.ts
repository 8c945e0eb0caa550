import * as z from 'zod/mini';
import { contentView } from './content.ts';
import { operation } from './operation.ts';
import { banks, payoutStates } from './rules/payouts.ts';
import { cents, credits, cursorQuery, id, isoDate, page, rand, requiredText, timestamp } from './schemas.ts';

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
  'lives',
  'referrals',
] as const;
export type RevenueSource = (typeof revenueSources)[number];

/** No setting allows smaller payouts. */
const leastPayoutCents = 10_000;
/** Days until earnings can be withdrawn. */
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
  /** Earnings of the chosen period, in rand. */
  contentSales: rand,
  tips: rand,
  subscriptionRevenue: rand,
  customRequests: rand,
  period: z.enum(statsPeriods),
  periodEarnings: rand,
  periodEarningsCents: cents,
  /** Earnings of the same days of the previous period; null for `total`. */
  previousPeriodCents: z.nullable(cents),
  sources: z.array(z.object({ source: z.enum(revenueSources), count: z.int(), ...amount })),
  /** Earnings per Johannesburg day (hour for `day`, calendar month for `total`), oldest first. */
  seriesUnit: z.enum(['hour', 'day', 'month']),
  series: z.array(z.object({ from: timestamp, ...amount })),
  /** The previous period, point by point as `series`, and for `month` to the end of that month; null for `total`. */
  previousSeries: z.nullable(z.array(z.object({ from: timestamp, ...amount }))),
  subscribers: z.int(),
  /** Of the subscribers, those who began this month. */
  newSubscribers: z.int(),
  /** Number of payments today. */
  salesToday: z.int(),
  /** The day of the last seven on which most was earned; null when nothing was. */
  bestDay: z.nullable(timestamp),
  /** The first day with earnings; null before it. */
  earningSince: z.nullable(timestamp),
});

export const dashboardItem = z.object({
  id,
  title: z.string(),
  type: z.enum(['image', 'video', 'audio']),
  price: credits,
  views: z.int(),
  /** Number of unlocks. */
  purchases: z.int(),
  tips: z.int(),
  /** Rand from unlocks and tips; sales of bundles are not attributed to their items. */
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
  /** Who paid, with a portrait; null as `from`. */
  person: z.nullable(z.object({ id, avatarUrl: z.string() })),
  ...amount,
  timestamp,
});

export const payoutView = z.object({
  id,
  ...amount,
  status: z.enum(payoutStates),
  /** Why it failed or was returned. */
  reason: z.nullable(z.string()),
  bank: z.string(),
  accountEnding: z.string(),
  requestedAt: timestamp,
  decidedAt: z.nullable(timestamp),
  sentAt: z.nullable(timestamp),
});
export type PayoutView = z.output<typeof payoutView>;

export const payoutSummary = z.object({
  /** Cleared earnings that can be withdrawn. */
  availableCents: cents,
  clearingCents: cents,
  /** Paid with promotional credits: released as the payers' own rand covers it, else returned to the platform after 90 days. */
  promotionalCents: cents,
  underWayCents: cents,
  paidOutCents: cents,
  minimumCents: cents,
  /** Until when a changed bank account holds payouts. */
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

/** A payout each week of everything that has cleared; null while the creator asks for each themselves. */
export const weeklyPayout = z.object({
  schedule: z.nullable(
    z.object({
      /** 1 is Monday. */
      weekday: z.int(),
      /** Nothing is paid out below it. */
      leastCents: cents,
      nextDay: isoDate,
    }),
  ),
});
export type WeeklyPayout = z.output<typeof weeklyPayout>;

/** A South African tax year (1 March to the end of February), named after the year in which it ends. */
export const taxYear = z.object({
  year: z.int(),
  from: isoDate,
  to: isoDate,
  kinds: z.array(
    z.object({
      source: z.enum(revenueSources),
      sales: z.int(),
      /** Credits count at their value when they are paid out. */
      grossCents: cents,
      /** Of all sales, before what went back. */
      platformCents: cents,
      /** The creator's share of what went back; not above zero. Chargebacks are part of it. */
      returnedCents: cents,
      chargedBackCents: cents,
      earnedCents: cents,
    }),
  ),
  earnedCents: cents,
  /** Sent to the bank in the year, less what the bank returned in it. */
  paidOutCents: cents,
});
export type TaxYear = z.output<typeof taxYear>;

const year = z.string().check(z.regex(/^20\d{2}$/));
const yearParams = z.strictObject({ year });

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
    summary: 'Own items with their earnings, highest first',
    access: 'creator',
    query: z.extend(cursorQuery, { period: z._default(z.enum(statsPeriods), 'total') }),
    response: page(dashboardItem),
  }),
  creatorActivity: operation({
    method: 'GET',
    path: '/api/creator/activity',
    summary: 'Latest earnings, newest first',
    access: 'creator',
    query: cursorQuery,
    response: page(activityEntry),
  }),
  creatorStatementCsv: operation({
    method: 'GET',
    path: '/api/creator/statements/{month}.csv',
    summary: 'Statement of a month as CSV',
    access: 'creator',
    stepUp: true,
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
    stepUp: true,
    rate: 'document',
    navigation: true,
    params: monthParams,
    errors: ['NOT_FOUND'],
  }),
  getTaxYear: operation({
    method: 'GET',
    path: '/api/creator/tax-years/{year}',
    summary: 'Income by kind, platform part, chargebacks and payouts of a tax year',
    access: 'creator',
    rate: 'document',
    params: yearParams,
    response: taxYear,
    errors: ['NOT_FOUND'],
  }),
  taxYearCsv: operation({
    method: 'GET',
    path: '/api/creator/tax-years/{year}.csv',
    summary: 'A tax year as CSV',
    access: 'creator',
    stepUp: true,
    rate: 'document',
    navigation: true,
    params: yearParams,
    errors: ['NOT_FOUND'],
  }),
  taxYearPdf: operation({
    method: 'GET',
    path: '/api/creator/tax-years/{year}.pdf',
    summary: 'A tax year as PDF',
    access: 'creator',
    stepUp: true,
    rate: 'document',
    navigation: true,
    params: yearParams,
    errors: ['NOT_FOUND'],
  }),
  listPayouts: operation({
    method: 'GET',
    path: '/api/payouts',
    summary: 'Amounts that can be withdrawn, and own payouts',
    access: 'creator',
    response: payoutSummary,
  }),
  requestPayout: operation({
    method: 'POST',
    path: '/api/payouts',
    summary: 'Withdraw cleared earnings, at least the minimum that the summary names',
    access: 'creator',
    stepUp: true,
    idempotent: 'stored',
    rate: 'write',
    body: z.strictObject({
      amountCents: z.int().check(z.gte(leastPayoutCents, 'The smallest payout is R100'), z.lte(100_000_000_000)),
    }),
    response: payoutView,
    status: 201,
    errors: ['VALIDATION_FAILED', 'CONFLICT', 'PAYOUT_ACCOUNT_REQUIRED', 'IDEMPOTENCY_KEY_REUSED'],
  }),
  getWeeklyPayout: operation({
    method: 'GET',
    path: '/api/payouts/weekly',
    summary: 'Whether everything that has cleared is paid out each week, and when next',
    access: 'creator',
    response: weeklyPayout,
  }),
  setWeeklyPayout: operation({
    method: 'PUT',
    path: '/api/payouts/weekly',
    summary: 'Pay out everything that has cleared each week on a day, from an amount on; announced the day before',
    access: 'creator',
    stepUp: true,
    rate: 'write',
    body: z.strictObject({
      weekday: z.int().check(z.gte(1), z.lte(7)),
      leastCents: z
        .int()
        .check(z.gte(leastPayoutCents, 'The smallest payout is R100'), z.lte(100_000_000, 'At most R1 000 000')),
    }),
    response: weeklyPayout,
    errors: ['PAYOUT_ACCOUNT_REQUIRED'],
  }),
  endWeeklyPayout: operation({
    method: 'DELETE',
    path: '/api/payouts/weekly',
    summary: 'Pay out only what is asked for from now on; idempotent',
    access: 'creator',
    rate: 'write',
    response: weeklyPayout,
    status: 200,
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
    summary: 'Set the bank account for payouts; a change holds payouts for some days',
    access: 'creator',
    stepUp: true,
    rate: 'credentials',
    body: z.strictObject({
      bank: z.enum(banks),
      holderName: requiredText(2, 120, 'Account holder is required'),
      accountNumber: z.string().check(z.regex(/^\d{7,13}$/, 'Account number must be 7 to 13 digits')),
      branchCode: z.string().check(z.regex(/^\d{6}$/, 'Branch code must be 6 digits')),
      accountType: z.enum(['cheque', 'savings']),
      /** Earlier apps send it; it is checked then, besides the proof of the person. */
      password: z.optional(z.string().check(z.minLength(1, 'Password is required'), z.maxLength(256))),
    }),
    response: z.object({ account: payoutAccount }),
    errors: ['VALIDATION_FAILED', 'INVALID_CREDENTIALS'],
  }),
};
