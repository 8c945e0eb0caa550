import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { shareRange } from './rules/revenue-shares.ts';
import { id, timestamp } from './schemas.ts';

const money = { permission: 'manage_money' } as const;

const datedShare = z.object({
  id,
  creatorPercent: z.int(),
  since: timestamp,
  /** It has not begun, so it can still be withdrawn. */
  isPlanned: z.boolean(),
});
const shareList = z.object({ shares: z.array(datedShare) });

export const sharesOperations = {
  adminRevenueShares: operation({
    method: 'GET',
    path: '/api/admin/revenue-shares',
    summary: "Creators' share of a sale in percent by start date, newest first, with the planned one",
    access: money,
    response: shareList,
  }),
  planRevenueShare: operation({
    method: 'POST',
    path: '/api/admin/revenue-shares',
    summary:
      'Announce another share from a day on, 30 days ahead where creators get less; audited. CONFLICT when one is planned',
    access: money,
    stepUp: true,
    rate: 'write',
    body: z.strictObject({
      creatorPercent: z.int().check(z.gte(shareRange.min), z.lte(shareRange.max)),
      /** A day in Johannesburg. */
      from: z.iso.date(),
    }),
    response: shareList,
    status: 201,
    errors: ['VALIDATION_FAILED', 'CONFLICT'],
  }),
  withdrawRevenueShare: operation({
    method: 'DELETE',
    path: '/api/admin/revenue-shares/{id}',
    summary: 'Take back a share that has not begun; audited. CONFLICT when it has',
    access: money,
    stepUp: true,
    rate: 'write',
    params: z.object({ id }),
    response: shareList,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
};
