import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { deletionObstacles } from './rules/records.ts';
import { timestamp } from './schemas.ts';

const own = { access: 'member', beforeAgeCheck: true } as const;

/** The latest copy a member asked for; null without one, and once its time is over. */
const ownExport = z.nullable(
  z.object({
    state: z.enum(['preparing', 'ready']),
    askedAt: timestamp,
    /** Tables read, and how many there are. */
    done: z.int(),
    tables: z.int(),
    /** Until when it may be saved; null while it is prepared. */
    expiresAt: z.nullable(timestamp),
    byteSize: z.nullable(z.int()),
  }),
);

/** What deleting the account gives up. */
const balances = { credits: z.int(), earningsCents: z.int() };

export const ownData = z.object({
  export: ownExport,
  /** Null unless another copy must wait until then. */
  nextExportAt: z.nullable(timestamp),
  deletion: z.object({
    /** What has to be settled first; empty when the account can be deleted now. */
    obstacles: z.array(
      z.object({
        kind: z.enum(deletionObstacles),
        count: z.int(),
        /** When it ends by itself; null where it depends on a person's action. */
        until: z.nullable(timestamp),
      }),
    ),
    ...balances,
    isCreator: z.boolean(),
    /** Whether new fans can still pay for time that would stand against the deletion. */
    sellsSubscriptions: z.boolean(),
  }),
});
export type OwnData = z.output<typeof ownData>;

export const ownDataOperations = {
  ownData: operation({
    ...own,
    method: 'GET',
    path: '/api/account/data',
    summary: "The member's copy of their data, and what stands against deleting the account",
    response: ownData,
  }),
  askOwnExport: operation({
    ...own,
    method: 'POST',
    path: '/api/account/export',
    summary: 'Prepare a copy of everything stored of the member; once a day',
    stepUp: true,
    rate: 'document',
    response: ownData,
    status: 200,
    errors: ['QUOTA_REACHED'],
  }),
  ownExportFile: operation({
    ...own,
    method: 'GET',
    path: '/api/account/export/data.zip',
    summary: 'The copy of their data, as JSON in a ZIP file, within 24 hours and on the same account',
    stepUp: true,
    rate: 'document',
    navigation: true,
    errors: ['NOT_FOUND'],
  }),
  deleteAccount: operation({
    ...own,
    method: 'POST',
    path: '/api/account/deletion',
    summary:
      'Delete the account: hidden and signed out at once, erased after 30 days; names the balances the member saw',
    stepUp: true,
    rate: 'write',
    body: z.strictObject(balances),
    response: z.object({ eraseAt: timestamp }),
    status: 200,
    errors: ['CONFLICT', 'PRICE_CHANGED', 'VALIDATION_FAILED'],
  }),
};
