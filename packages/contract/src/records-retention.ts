import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { retentionModes } from './rules/records.ts';
import { timestamp } from './schemas.ts';

/** How long a class of rows is kept, and what the job does about it. */
export const retentionRule = z.object({
  id: z.string(),
  mode: z.enum(retentionModes),
  days: z.nullable(z.int()),
  basis: z.string(),
  /** Name of the job that removes it, where another than the retention job does. */
  worker: z.nullable(z.string()),
  /** Rows past their time, up to `maxCounted`; null where the retention job has nothing to do. */
  due: z.nullable(z.int()),
  /** Of them, what legal holds keep. */
  held: z.nullable(z.int()),
  lastRun: z.nullable(z.object({ startedAt: timestamp, endedAt: z.nullable(timestamp), removed: z.int() })),
  /** Since the first run. */
  removed: z.int(),
});
export type RetentionRule = z.output<typeof retentionRule>;

export const maxCountedRows = 10_000;

export const retentionOperations = {
  retentionSchedule: operation({
    method: 'GET',
    path: '/api/admin/retention',
    summary: 'Each class of rows with its time and basis, what is due, and what the last run removed',
    access: { permission: 'manage_compliance' },
    rate: 'search',
    response: z.array(retentionRule),
  }),
};
