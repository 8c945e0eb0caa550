import { sql } from 'kysely';
import type { Db } from './database.ts';
import { currentSpan } from './tracing.ts';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };
export type JobPayload = { readonly [name: string]: Json | undefined };

/** A kind of job: its name and the type of its payload. Enough to enqueue one. */
export interface JobKind<Payload extends JobPayload> {
  readonly name: string;
  /** Attempts before the job moves to `dead_jobs`; the delays between them grow as e^n seconds. */
  readonly maxAttempts: number;
  readonly example?: Payload;
}

const kinds = new Map<string, JobKind<JobPayload>>();
/** The kind of a name; undefined where this version of the program has none. */
export const findJobKind = (name: string): JobKind<JobPayload> | undefined => kinds.get(name);

/** Declares a kind of job, named like `media.process`. Ten attempts span about six hours. */
export function jobKind<Payload extends JobPayload = Record<string, never>>(
  name: string,
  options: { maxAttempts?: number } = {},
): JobKind<Payload> {
  const kind = { name, maxAttempts: options.maxAttempts ?? 10 };
  kinds.set(name, kind);
  return kind;
}

/** The current run. A job may run twice, so its effect must be idempotent. */
export interface JobRun {
  id: string;
  attempt: number;
}

export interface JobTask {
  kind: JobKind<never>;
  run(payload: JobPayload, job: JobRun): Promise<void>;
  /** A cron pattern of five fields in UTC, for a job that also runs on schedule (with an empty payload). */
  cron?: string;
}

/** Binds a kind to its implementation; modules register these through `modules.ts`. */
export function jobTask<Payload extends JobPayload>(
  kind: JobKind<Payload>,
  run: (payload: Payload, job: JobRun) => Promise<void>,
  options: { cron?: string } = {},
): JobTask {
  return {
    kind: kind as unknown as JobKind<never>,
    run: (payload, job) => run(payload as Payload, job),
    ...options,
  };
}

export interface EnqueueOptions {
  /** A later job with the same key replaces the earlier one until that has begun. */
  key?: string;
  runAt?: Date;
  /** The replaced job keeps its time, so that repeated enqueueing cannot postpone it for ever. */
  keepRunAt?: boolean;
  maxAttempts?: number;
}

export interface Jobs {
  /** Adds a job in the caller's transaction: it exists if and only if that commits. */
  enqueue<Payload extends JobPayload>(
    db: Db,
    kind: JobKind<Payload>,
    payload: NoInfer<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** As `enqueue` for many jobs of one kind with a key each, in one statement. */
  enqueueAll<Payload extends JobPayload>(
    db: Db,
    kind: JobKind<Payload>,
    jobs: readonly { key: string; payload: NoInfer<Payload> }[],
  ): Promise<void>;
}

/** With the trace that the job belongs to, where there is one; the runner takes it out again. */
function toJson(payload: JobPayload): string {
  const span = currentSpan();
  return JSON.stringify(span ? { ...payload, traceparent: span.traceparent } : payload);
}

export function createJobs(): Jobs {
  return {
    async enqueue(db, kind, payload, options = {}) {
      await sql`select from graphile_worker.add_job(
        identifier => ${kind.name}::text,
        payload => ${toJson(payload)}::json,
        run_at => ${options.runAt ?? null}::timestamptz,
        max_attempts => ${options.maxAttempts ?? kind.maxAttempts}::int,
        job_key => ${options.key ?? null}::text,
        job_key_mode => ${options.keepRunAt ? 'preserve_run_at' : 'replace'}::text)`.execute(db);
    },
    async enqueueAll(db, kind, jobs) {
      await sql`select from graphile_worker.add_jobs(array(
        select row(${kind.name}::text, payload, null, null, ${kind.maxAttempts}::int, key, null, null)::graphile_worker.job_spec
          from unnest(${jobs.map(({ payload }) => toJson(payload))}::json[], ${jobs.map(({ key }) => key)}::text[])
            as job (payload, key)))`.execute(db);
    },
  };
}

/** A job that is due for longer than this is waiting for a worker that does not come. */
const overdueMs = 5 * 60_000;

/** Throws when a job has been due for five minutes without a worker. */
export async function requireRunningJobs(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at < ${new Date(now.getTime() - overdueMs)} limit 1`.execute(
    db,
  );
  if (rows[0]) throw new Error(`${rows[0].task} waits for a worker`);
}
