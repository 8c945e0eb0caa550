import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cents, id, idParams, rand, startNow, timestamp } from './schemas.ts';

export const subscriptionDays = 30;

/** `active` renews, `stopping` runs to its end, `past_due` is being tried again, `lapsed` is over. */
export const subscriptionStates = ['active', 'stopping', 'past_due', 'lapsed'] as const;
export const subscriptionView = z.object({
  id,
  creatorId: id,
  creator: z.object({ id, displayName: z.string(), avatar: z.string(), category: z.string() }),
  amount: rand,
  amountCents: cents,
  /** What the next renewal costs: never more than its subscriber agreed to, less where the creator asks less. */
  nextAmount: rand,
  nextAmountCents: cents,
  /** The creator asks to move to this price; null where nothing is asked. */
  priceRequest: z.nullable(
    z.object({ amount: rand, amountCents: cents, askedAt: timestamp, answer: z.nullable(z.enum(['agreed', 'kept'])) }),
  ),
  status: z.enum(subscriptionStates),
  startedAt: timestamp,
  /** End of what is paid. */
  expiryDate: timestamp,
  renews: z.boolean(),
  nextAttemptAt: z.nullable(timestamp),
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
    summary: 'Pay a creator for 30 days with the saved method; renews until stopped',
    access: 'adult',
    idempotent: 'ledger',
    purchase: { shown: 'amount' },
    rate: 'write',
    /** `amount` is compared with the creator's price; `expiryDate` and `status` are read by nobody. */
    body: z.strictObject({
      creatorId: id,
      amount: rand,
      expiryDate: z.optional(z.string().check(z.maxLength(40))),
      status: z.optional(z.string().check(z.maxLength(20))),
      startNow,
    }),
    response: subscriptionView,
    status: 201,
    errors: [
      'NOT_FOUND',
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
    summary: 'Stop renewing; access runs to the end of what is paid',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: subscriptionView,
    errors: ['NOT_FOUND'],
  }),
  resumeSubscription: operation({
    method: 'POST',
    path: '/api/subscriptions/{id}/resume',
    summary: 'Renew again what was stopped and is not over',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: subscriptionView,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
};
