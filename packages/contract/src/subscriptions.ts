import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { termMonths } from './rules/subscription-terms.ts';
import { cents, higherTier, id, idParams, rand, shownRand, startNow, tierNumber, timestamp } from './schemas.ts';

export const subscriptionDays = 30;

/** What is bought apart from the creator: a tier, a term, and the code that lowers its first payment. */
export const termChoice = {
  /** The first one when left out. */
  tier: z.optional(tierNumber),
  months: z.optional(z.literal([...termMonths])),
  code: z.optional(z.string().check(z.maxLength(40))),
};

/** `active` renews, `stopping` ends with the paid time, `past_due` is being retried, `lapsed` has ended. */
export const subscriptionStates = ['active', 'stopping', 'past_due', 'lapsed'] as const;
export const subscriptionView = z.object({
  id,
  creatorId: id,
  creator: z.object({ id, displayName: z.string(), avatar: z.string(), category: z.string() }),
  /** The tier that is open now: of the paid time that runs, or that ran last. */
  tier: tierNumber,
  /** Empty where the creator gave it none. */
  tierName: z.string(),
  /** When the time of this tier ends and paid time of a lower one goes on; null when nothing waits. */
  tierUntil: z.nullable(timestamp),
  /** The tier that the next payment is for. */
  nextTier: tierNumber,
  nextTierName: z.string(),
  /** The creator has more than one tier. */
  hasTiers: z.boolean(),
  higherTier,
  /** Price of each term; 0 during a free trial. */
  amount: rand,
  amountCents: cents,
  /** Months of 30 days that each payment covers. */
  months: z.int(),
  /** The running time is free, and ends without a charge. */
  trial: z.boolean(),
  /** Price of the next renewal: never more than agreed, less when the creator's price is lower. */
  nextAmount: rand,
  nextAmountCents: cents,
  /** The creator asks to move to this price; null without a request. */
  priceRequest: z.nullable(
    z.object({ amount: rand, amountCents: cents, askedAt: timestamp, answer: z.nullable(z.enum(['agreed', 'kept'])) }),
  ),
  status: z.enum(subscriptionStates),
  startedAt: timestamp,
  /** End of the paid time. */
  expiryDate: timestamp,
  renews: z.boolean(),
  nextAttemptAt: z.nullable(timestamp),
  /** False once the creator has stopped selling: it cannot be resumed. */
  creatorSells: z.boolean(),
});
export type SubscriptionView = z.output<typeof subscriptionView>;

export const subscriptionsOperations = {
  checkSubscription: operation({
    method: 'GET',
    path: '/api/subscriptions/check/{id}',
    summary: 'Whether the caller subscribes to this creator',
    access: 'adult',
    params: idParams,
    response: z.object({ subscribed: z.boolean() }),
    errors: ['NOT_FOUND'],
  }),
};

/** Joined with the ones above in `index.ts`. */
export const paidSubscriptionsOperations = {
  subscribe: operation({
    method: 'POST',
    path: '/api/subscriptions',
    summary:
      'Pay a creator for a term of 1 to 12 months of 30 days with the saved method; renews until stopped. A higher tier than the running one begins at once',
    access: 'adult',
    idempotent: 'ledger',
    purchase: { shown: 'amount' },
    rate: 'write',
    /** `amount` is compared with the price of the term, less what the code takes off; `expiryDate` and `status` are ignored. */
    body: z.strictObject({
      creatorId: id,
      amount: shownRand,
      expiryDate: z.optional(z.string().check(z.maxLength(40))),
      status: z.optional(z.string().check(z.maxLength(20))),
      ...termChoice,
      startNow,
    }),
    response: subscriptionView,
    status: 201,
    errors: [
      'NOT_FOUND',
      'SUBSCRIPTIONS_STOPPED',
      'PRICE_CHANGED',
      'CONFLICT',
      'PAYMENT_METHOD_REQUIRED',
      'PAYMENT_DECLINED',
      'PAYMENT_PENDING',
      'PAYMENT_NOT_CONFIGURED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
  listSubscriptions: operation({
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'Own subscriptions, running ones first',
    access: 'adult',
    response: z.array(subscriptionView),
  }),
  stopSubscription: operation({
    method: 'DELETE',
    path: '/api/subscriptions/{id}',
    summary: 'Stop renewing; access continues until the end of the paid time',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: subscriptionView,
    errors: ['NOT_FOUND'],
  }),
  resumeSubscription: operation({
    method: 'POST',
    path: '/api/subscriptions/{id}/resume',
    summary: 'Resume renewals before the paid time ends',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: subscriptionView,
    errors: ['NOT_FOUND', 'CONFLICT', 'SUBSCRIPTIONS_STOPPED'],
  }),
};
