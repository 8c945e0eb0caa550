import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cents, id, rand, text, timestamp } from './schemas.ts';

/** Range of a tip, in cents. */
export const tipRangeCents = { min: 100, max: 5_000_000 } as const;

export const tipsOperations = {
  sendTip: operation({
    method: 'POST',
    path: '/api/tips',
    summary: 'Tip a creator in rand with the saved method, for an item or for themselves',
    access: 'adult',
    sharedText: ['message'],
    idempotent: 'stored',
    purchase: { chosen: 'amount' },
    rate: 'write',
    body: z.strictObject({
      profileId: id,
      contentId: z.optional(z.nullable(id)),
      /** Rand with at most two decimals. */
      amount: z.number().check(
        z.gte(tipRangeCents.min / 100, 'The smallest tip is R1'),
        z.lte(tipRangeCents.max / 100, 'The largest tip is R50 000'),
        z.refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, 'Use rand and cents'),
      ),
      message: z.optional(text(300)),
    }),
    response: z.object({ id, amount: rand, amountCents: cents, createdAt: timestamp }),
    status: 201,
    errors: [
      'VALIDATION_FAILED',
      'NOT_FOUND',
      'CONFLICT',
      'PAYMENT_METHOD_REQUIRED',
      'PAYMENT_DECLINED',
      'PAYMENT_PENDING',
      'PAYMENT_NOT_CONFIGURED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
};
