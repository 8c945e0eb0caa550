import * as z from 'zod/mini';
import { giftIds } from './gifts.ts';
import { operation } from './operation.ts';
import { messageText } from './rules/message-text.ts';
import { creatorPrice, credits, id, startNow, timestamp } from './schemas.ts';

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
/**
 * One intent queued on a device while offline. `amount` is compared with the server's price, never used as one; of a tip
 * it is the tip. `metadata` names what is bought: `contentId`, `messageId` (paid media in a thread), `userId` (a tip), or
 * `userId` with `giftId`.
 */
export const syncTransactionBody = z.strictObject({
  /** The account that queued it: refused when another one is signed in by then. */
  accountId: z.optional(id),
  id: z.string().check(z.minLength(8), z.maxLength(56), z.regex(/^[\w-]+$/)),
  type: z.enum(offlineTransactionTypes),
  amount: creatorPrice,
  description: z.string().check(z.maxLength(200)),
  timestamp: z.string().check(z.maxLength(40)),
  status: z.enum(['pending', 'synced', 'failed']),
  metadata: z.strictObject({
    userId: z.optional(id),
    message: z.optional(messageText(300, 'Please keep it under 300 characters')),
    contentId: z.optional(id),
    giftId: z.optional(z.enum(giftIds)),
    messageId: z.optional(id),
    startNow,
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
      'MEDIA_NOT_READY',
      'PRICE_CHANGED',
      'CONFLICT',
      'IDEMPOTENCY_KEY_REUSED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
};
