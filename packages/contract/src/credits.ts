import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { creatorPrice, credits, id, timestamp } from './schemas.ts';

export { creditValueCents, heldEarningsDays } from './rules/credit-value.ts';

export const dailyBonusCredits = 5;
export const profileBonusCredits = 25;
/** Promotional credits of the demo fan at the start. */
export const demoStartingCredits = 1250;

export const creditTransactionTypes = ['purchase', 'earn', 'spend'] as const;
export const creditTransaction = z.object({
  id,
  type: z.enum(creditTransactionTypes),
  description: z.string(),
  /** Signed change of the balance. */
  amount: credits,
  /** The call it belongs to, whose receipt has the details. */
  callId: z.nullable(id),
  timestamp,
});

export const offlineTransactionTypes = ['spend', 'tip', 'purchase'] as const;
/** One intent queued on a device while offline. `amount` is compared with the server's price, never used as one. */
export const syncTransactionBody = z.strictObject({
  id: z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/)),
  type: z.enum(offlineTransactionTypes),
  amount: creatorPrice,
  description: z.string().check(z.maxLength(200)),
  timestamp: z.string().check(z.maxLength(40)),
  status: z.enum(['pending', 'synced', 'failed']),
  metadata: z.strictObject({
    userId: z.optional(id),
    message: z.optional(z.string().check(z.maxLength(300))),
    contentId: z.optional(id),
  }),
});

const datedShare = z.object({ creatorPercent: z.int(), since: timestamp });

export const creditsOperations = {
  revenueShares: operation({
    method: 'GET',
    path: '/api/revenue-shares',
    summary: "Creators' share of a sale in percent, by start date; newest first. The announced one apart",
    access: 'adult',
    response: z.object({
      shares: z.array(datedShare),
      /** Announced, and not in force yet. */
      planned: z.nullable(datedShare),
    }),
  }),
  creditBalance: operation({
    method: 'GET',
    path: '/api/credits/balance',
    summary: 'Credits the member can spend, and the promotional part',
    access: 'adult',
    response: z.object({ balance: credits, promotional: credits }),
  }),
  creditTransactions: operation({
    method: 'GET',
    path: '/api/credits/transactions',
    summary: 'The latest hundred movements of the own wallet, newest first',
    access: 'adult',
    response: z.array(creditTransaction),
  }),
  dailyBonus: operation({
    method: 'POST',
    path: '/api/credits/daily-bonus',
    summary: 'Five credits, once per Johannesburg day',
    access: 'adult',
    idempotent: 'ledger',
    rate: 'write',
    response: z.object({
      granted: z.boolean(),
      /** Why none was granted: unconfirmed address, or the day's limit for this network address or device. */
      refusal: z.nullable(z.enum(['confirm_email', 'enough_today'])),
      balance: credits,
    }),
  }),
  syncTransaction: operation({
    method: 'POST',
    path: '/api/credits/sync-transaction',
    summary: 'Apply one queued intent of a device exactly once',
    access: 'adult',
    sharedText: ['metadata.message'],
    purchase: { shown: 'amount' },
    rate: 'write',
    body: syncTransactionBody,
    response: z.object({ status: z.enum(['synced']), balance: credits }),
    errors: [
      'VALIDATION_FAILED',
      'INSUFFICIENT_CREDITS',
      'NOT_FOUND',
      'IDENTITY_LEVEL_REQUIRED',
      'PRICE_CHANGED',
      'CONFLICT',
      'IDEMPOTENCY_KEY_REUSED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
};
