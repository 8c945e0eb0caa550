import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { subscriptionGiftStates } from './rules/subscription-gifts.ts';
import { termMonths } from './rules/subscription-terms.ts';
import { cents, id, idParams, shownRand, tierNumber, timestamp } from './schemas.ts';

const person = z.object({ id, displayName: z.string(), avatar: z.string() });

/** A subscription that one member gives another, as one of the two sees it. */
export const subscriptionGift = z.object({
  id,
  creator: person,
  /** The giver for the recipient, the recipient for the giver; null when the caller may not see them now. */
  person: z.nullable(person),
  tier: tierNumber,
  /** Empty where the creator gave it none. */
  tierName: z.string(),
  months: z.int(),
  /** What the giver paid; null for the recipient. */
  amountCents: z.nullable(cents),
  /** The creator is not told who gives. */
  unnamed: z.boolean(),
  state: z.enum(subscriptionGiftStates),
  offeredAt: timestamp,
  /** Without an answer until then the giver's money goes back. */
  answerBy: timestamp,
  /** End of the given time; null until it is accepted. */
  until: z.nullable(timestamp),
});
export type SubscriptionGift = z.output<typeof subscriptionGift>;

export const subscriptionGiftsOperations = {
  giveSubscription: operation({
    method: 'POST',
    path: '/api/subscriptions/gifts',
    summary: 'Pay a term of a creator for another member with the saved method; it begins when they accept',
    access: 'adult',
    idempotent: 'stored',
    purchase: { shown: 'amount' },
    rate: 'write',
    body: z.strictObject({
      creatorId: id,
      recipientId: id,
      /** The first one when left out. */
      tier: z.optional(tierNumber),
      months: z.optional(z.literal([...termMonths])),
      amount: shownRand,
      /** The creator is not told who gives. */
      unnamed: z.optional(z.boolean()),
    }),
    response: subscriptionGift,
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
  listSubscriptionGifts: operation({
    method: 'GET',
    path: '/api/subscriptions/gifts',
    summary: 'Subscriptions the caller gave and was given, newest first; the latest 100 of each',
    access: 'adult',
    response: z.object({ received: z.array(subscriptionGift), given: z.array(subscriptionGift) }),
  }),
  acceptSubscriptionGift: operation({
    method: 'POST',
    path: '/api/subscriptions/gifts/{id}/accept',
    summary: 'Accept a given subscription: it begins now, or after the time that is paid already',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: subscriptionGift,
    errors: ['NOT_FOUND', 'CONFLICT', 'SUBSCRIPTIONS_STOPPED'],
  }),
  refuseSubscriptionGift: operation({
    method: 'POST',
    path: '/api/subscriptions/gifts/{id}/refuse',
    summary: "Refuse a given subscription: the giver's money goes back",
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: subscriptionGift,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  withdrawSubscriptionGift: operation({
    method: 'DELETE',
    path: '/api/subscriptions/gifts/{id}',
    summary: 'Take back a subscription the caller gave, until it is accepted: the money goes back',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: subscriptionGift,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
};
