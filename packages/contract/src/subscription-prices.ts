import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cents, id, idParams, rand, shownRand, timestamp } from './schemas.ts';
import { subscriptionView } from './subscriptions.ts';

/** The wording a subscriber agrees to for a new price. A changed wording gets a new number. */
export const newPriceWording = {
  number: 1,
  text: 'You agree to the new price from your next renewal on. What is paid already stays as it is.',
} as const;

/** A creator can ask again after this many days. */
export const priceRequestDays = 7;

/** Effect of a creator's price on current subscribers. */
export const priceRequestView = z.object({
  /** The current price. */
  amount: rand,
  amountCents: cents,
  /** Subscribers who renew for less and have not agreed to more. */
  payingLess: z.int(),
  /** When the next request is possible; null for now. */
  canAskAt: z.nullable(timestamp),
  /** The open request, for the current price. */
  request: z.nullable(
    z.object({
      id,
      askedAt: timestamp,
      asked: z.int(),
      agreed: z.int(),
      kept: z.int(),
      /** Renewing subscribers without an answer. */
      waiting: z.int(),
    }),
  ),
});

export const subscriptionPricesOperations = {
  getPriceRequest: operation({
    method: 'GET',
    path: '/api/creator/price-request',
    summary: 'Subscribers who pay less than the current price, and their answers to the open request',
    access: 'creator',
    response: priceRequestView,
  }),
  askForNewPrice: operation({
    method: 'POST',
    path: '/api/creator/price-request',
    summary: 'Ask subscribers who pay less to move to the current price; once per price',
    access: 'creator',
    rate: 'write',
    /** The displayed price. */
    body: z.strictObject({ amount: shownRand }),
    response: priceRequestView,
    errors: ['PRICE_CHANGED', 'CONFLICT', 'SUBSCRIPTIONS_STOPPED'],
  }),
  answerNewPrice: operation({
    method: 'POST',
    path: '/api/subscriptions/{id}/price',
    summary: 'Agree to a new price from the next renewal, or keep the old one',
    access: 'adult',
    rate: 'write',
    params: idParams,
    /** `amount`: the displayed new price, in rand. */
    body: z.strictObject({ amount: shownRand, agree: z.boolean() }),
    response: subscriptionView,
    errors: ['NOT_FOUND', 'PRICE_CHANGED', 'CONFLICT'],
  }),
};
