import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { timestamp } from './schemas.ts';

/** Whether a creator sells subscriptions, and what fans have paid for. */
export const subscriptionSalesView = z.object({
  /** Null while they are sold. */
  stoppedAt: z.nullable(timestamp),
  /** Subscriptions with paid time left. */
  running: z.int(),
  /** Those that will be charged again. */
  renewing: z.int(),
  /** When the last paid time ends; null without any. */
  paidUntil: z.nullable(timestamp),
});
export type SubscriptionSales = z.output<typeof subscriptionSalesView>;

export const subscriptionSalesOperations = {
  getSubscriptionSales: operation({
    method: 'GET',
    path: '/api/creator/subscription-sales',
    summary: 'Whether the caller sells subscriptions, and until when fans have paid',
    access: 'creator',
    response: subscriptionSalesView,
  }),
  stopSellingSubscriptions: operation({
    method: 'POST',
    path: '/api/creator/subscription-sales/stop',
    summary: 'Sell no subscription and renew none from now on; fans keep what they paid for and are notified once',
    access: 'creator',
    rate: 'write',
    response: subscriptionSalesView,
    status: 200,
  }),
  sellSubscriptionsAgain: operation({
    method: 'POST',
    path: '/api/creator/subscription-sales/start',
    summary: 'Sell subscriptions again; those that were ended stay so until their fan resumes them',
    access: 'creator',
    rate: 'write',
    response: subscriptionSalesView,
    status: 200,
  }),
};
