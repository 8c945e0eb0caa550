import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cents, id, idParams, rand, shownRand, timestamp } from './schemas.ts';
import { subscriptionView } from './subscriptions.ts';

/** What a subscriber agrees to when they move to a new price. Other words get another number. */
export const newPriceWording = {
  number: 1,
  text: 'You agree to the new price from your next renewal on. What is paid already stays as it is.',
} as const;

/** A creator can ask again after this many days. */
export const priceRequestDays = 7;

/** What a creator's price means for those who subscribe already. */
export const priceRequestView = z.object({
  /** The price of now. */
  amount: rand,
  amountCents: cents,
  /** Subscribers who renew for less than that and have not agreed to more. */
  payingLess: z.int(),
  /** When the next request can be made; null for now. */
  canAskAt: z.nullable(timestamp),
  /** The one that stands: for the price of now. */
  request: z.nullable(
    z.object({
      id,
      askedAt: timestamp,
      asked: z.int(),
      agreed: z.int(),
      kept: z.int(),
      /** Still renewing, and without an answer. */
      waiting: z.int(),
    }),
  ),
});

export const subscriptionPricesOperations = {
  getPriceRequest: operation({
    method: 'GET',
    path: '/api/creator/price-request',
    summary: 'Who pays less than the price of now, and what they answered when they were asked',
    access: 'creator',
    response: priceRequestView,
  }),
  askForNewPrice: operation({
    method: 'POST',
    path: '/api/creator/price-request',
    summary: 'Ask the subscribers who pay less to move to the price of now; once for a price',
    access: 'creator',
    rate: 'write',
    /** The price its creator was shown. */
    body: z.strictObject({ amount: shownRand }),
    response: priceRequestView,
    errors: ['PRICE_CHANGED', 'CONFLICT'],
  }),
  answerNewPrice: operation({
    method: 'POST',
    path: '/api/subscriptions/{id}/price',
    summary: 'Agree to a new price from the next renewal, or keep the old one',
    access: 'adult',
    rate: 'write',
    params: idParams,
    /** `amount`: the new price as it was shown, in rand. */
    body: z.strictObject({ amount: shownRand, agree: z.boolean() }),
    response: subscriptionView,
    errors: ['NOT_FOUND', 'PRICE_CHANGED', 'CONFLICT'],
  }),
};
