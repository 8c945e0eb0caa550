import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cursorQuery, id, page, requiredText, timestamp } from './schemas.ts';

/** Most jobs that one call runs again or discards. */
export const maxDeadJobs = 50;

/** Parts that are asked whether they work. */
export const healthParts = ['database', 'ledger', 'storage', 'jobs'] as const;

export const systemHealth = z.object({
  checkedAt: timestamp,
  version: z.string(),
  parts: z.array(z.object({ name: z.enum(healthParts), ok: z.boolean(), ms: z.int() })),
  /** Answers of the last 24 hours; null in per cent where none was counted. */
  answers: z.object({ percent: z.nullable(z.number()), requests: z.int(), failed: z.int() }),
  /** Kinds of job with something to do, the longest due first. */
  queues: z.array(
    z.object({
      task: z.string(),
      /** Due, and taken by no worker. */
      waiting: z.int(),
      /** How long the oldest of them has been due. */
      oldestSeconds: z.int(),
      running: z.int(),
      /** Not due yet, or between two attempts. */
      later: z.int(),
    }),
  ),
  deadJobs: z.int(),
  /** The disk of DATA_DIR; null where it cannot be read. */
  disk: z.nullable(z.object({ freeBytes: z.int(), sizeBytes: z.int() })),
});
export type SystemHealth = z.output<typeof systemHealth>;

export const deadJob = z.object({
  id,
  task: z.string(),
  /** Name and place of the failure; never its message, which may hold what a member wrote. */
  error: z.string(),
  failedAt: timestamp,
  /** False where this version of the program knows no such job: it can only be discarded. */
  canRun: z.boolean(),
});
export type DeadJob = z.output<typeof deadJob>;

const settings = { permission: 'manage_settings' } as const;
const ids = z.array(id).check(z.minLength(1), z.maxLength(maxDeadJobs));
/** `gone`: another admin, or the first of two taps, took them already. */
const taken = z.object({ taken: z.int(), gone: z.int() });

export const healthOperations = {
  systemHealth: operation({
    method: 'GET',
    path: '/api/admin/health',
    summary: 'Whether the parts of the program work, what waits in the queue, and how much was given up',
    access: settings,
    response: systemHealth,
  }),
  listDeadJobs: operation({
    method: 'GET',
    path: '/api/admin/health/dead-jobs',
    summary: 'Jobs without attempts left, newest first; without what they carry',
    access: settings,
    query: cursorQuery,
    response: page(deadJob),
  }),
  runDeadJobs: operation({
    method: 'POST',
    path: '/api/admin/health/dead-jobs/run',
    summary:
      'Run jobs again that were given up, each once however often it is asked; audited. CONFLICT for unknown kinds',
    access: settings,
    stepUp: true,
    rate: 'write',
    body: z.strictObject({ ids }),
    response: taken,
    errors: ['VALIDATION_FAILED', 'CONFLICT'],
  }),
  discardDeadJobs: operation({
    method: 'POST',
    path: '/api/admin/health/dead-jobs/discard',
    summary: 'Give up jobs for good, with a reason; audited',
    access: settings,
    stepUp: true,
    rate: 'write',
    body: z.strictObject({
      ids,
      reason: requiredText(3, 300, 'Say why they need not run', 'Please keep it under 300 characters'),
    }),
    response: taken,
    errors: ['VALIDATION_FAILED'],
  }),
};
