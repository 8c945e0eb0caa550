import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger as GraphileLogger,
  type Job,
  type JobHelpers,
  parseCronItems,
  run,
  runMigrations,
  runOnce,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import pg from 'pg';
import { newId } from './ids.ts';
import type { JobPayload, JobTask } from './jobs.ts';
import { errorFields, type Logger } from './logger.ts';
import { startSpan, traced } from './tracing.ts';

const silent = new GraphileLogger(() => () => {});

/**
 * A pool for the queue only. It reads int8 as text, because the queue writes its job ids as JSON. It must reach
 * PostgreSQL directly and not through a transaction pooler, because one connection listens.
 */
export function openQueuePool(
  connectionString: string,
  size: number,
  onError: (error: Error) => void = () => {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    connectionTimeoutMillis: 10_000,
    application_name: 'vlam jobs',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? String : pg.types.getTypeParser(oid, format),
    },
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Migrates the queue's own tables. */
export const migrateJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: silent });

export interface JobRunner {
  /**
   * Takes no new job and waits for running ones, at most `withinMs`; what runs then is given back to the queue, for
   * another process. Later calls wait for the first.
   */
  stop(withinMs?: number): Promise<void>;
}

/** Runs jobs until stopped, at most `concurrency` at the same time. */
export async function startJobRunner(options: {
  databaseUrl: string;
  tasks: readonly JobTask[];
  logger: Logger;
  concurrency: number;
}): Promise<JobRunner> {
  const { tasks, logger, concurrency } = options;
  const pool = openQueuePool(options.databaseUrl, concurrency + 2, (error) =>
    logger.warn('queue connection lost', { errorCode: (error as NodeJS.ErrnoException).code }),
  );
  const events: WorkerEvents = new EventEmitter();
  let workers: WorkerPool | undefined;
  events.on('pool:create', ({ workerPool }) => {
    workers = workerPool;
  });
  events.on('job:error', ({ job, error }) =>
    logger.warn('job failed', { ...jobFields(job), ...errorFields(causeOf(error)) }),
  );
  events.on('job:failed', ({ job }) => {
    logger.error('job given up', jobFields(job));
    // Delayed: the event comes before the queue has written the failure.
    setTimeout(() => void buryDeadJobs(pool).catch(reportBurial), 500).unref();
  });
  const reportBurial = (error: unknown) => logger.error('dead jobs not moved', errorFields(error));
  await buryDeadJobs(pool);
  const runner = await run({
    pgPool: pool,
    logger: silent,
    events,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    taskList: toTaskList(tasks),
    parsedCronItems: parseCronItems(
      tasks.flatMap(({ kind, cron }) =>
        cron ? [{ task: kind.name, match: cron, options: { maxAttempts: kind.maxAttempts } }] : [],
      ),
    ),
  });
  const sweep = setInterval(() => void buryDeadJobs(pool).catch(reportBurial), 60_000);
  sweep.unref();
  async function end(withinMs: number): Promise<void> {
    clearInterval(sweep);
    const limit = new AbortController();
    const finished = runner.stop().finally(() => limit.abort());
    finished.catch(() => {});
    const inTime = await sleep(withinMs, false, { signal: limit.signal }).catch(() => true);
    if (inTime) {
      await finished;
      return pool.end();
    }
    // Otherwise they would be locked to this process for four hours.
    logger.warn('jobs were given back unfinished');
    // `runner.kill` does nothing once `runner.stop` was called.
    await workers?.forcefulShutdown('the process stopped');
    // A job that does not end keeps its connection.
    pool.end().catch(() => {});
  }
  let ended: Promise<void> | null = null;
  return {
    stop(withinMs = 10_000) {
      ended ??= end(withinMs);
      return ended;
    },
  };
}

/** Moves jobs without attempts left to `dead_jobs`, where an admin sees them; returns how many. */
export async function buryDeadJobs(pool: pg.Pool): Promise<number> {
  const found = await pool.query<{ id: string; task_identifier: string }>(
    `select id, task_identifier from graphile_worker.jobs
      where attempts >= max_attempts and (locked_at is null or locked_at < now() - interval '4 hours')`,
  );
  let moved = 0;
  for (const { id, task_identifier: task } of found.rows) {
    // The queue's function returns the rows it removed, so a job is always in exactly one of the two lists.
    const { rowCount } = await pool.query(
      `with removed as (select * from graphile_worker.complete_jobs(array[$1::bigint]))
       insert into dead_jobs (id, task, payload, error)
         select $2, $3, payload, coalesce(last_error, 'unknown') from removed`,
      [id, newId(), task],
    );
    moved += rowCount ?? 0;
  }
  return moved;
}

/**
 * Runs every job due at `now` until none is left, for tests; `pool` is one of `openQueuePool`. Throws the first failure
 * unless `tolerateFailures`. Returns the number of runs.
 */
export async function drainJobs(options: {
  pool: pg.Pool;
  tasks: readonly JobTask[];
  now: Date;
  tolerateFailures?: boolean;
}): Promise<number> {
  const { pool, now } = options;
  const failures: unknown[] = [];
  let runs = 0;
  const events: WorkerEvents = new EventEmitter();
  events.on('job:error', ({ error }) => failures.push(causeOf(error)));
  events.on('job:complete', () => {
    runs += 1;
  });
  const tried = new Set<string>();
  for (;;) {
    const due = await pool.query<{ id: string }>(
      `select id from graphile_worker.jobs
        where locked_at is null and attempts < max_attempts and run_at <= greatest($1, now()) and not id = any($2::bigint[])`,
      [now, [...tried]],
    );
    if (due.rows.length === 0) break;
    const ids = due.rows.map((row) => row.id);
    for (const id of ids) tried.add(id);
    await pool.query('select from graphile_worker.reschedule_jobs($1::bigint[], run_at => now())', [ids]);
    await runOnce({ pgPool: pool, logger: silent, events, noHandleSignals: true, taskList: toTaskList(options.tasks) });
    await untilReleased(pool, ids);
    await buryDeadJobs(pool);
  }
  if (failures.length > 0 && !options.tolerateFailures) throw failures[0];
  return runs;
}

/** The queue emits the end of a run before it has written the result. */
async function untilReleased(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  const locked = () =>
    pool.query('select from graphile_worker.jobs where id = any($1::bigint[]) and locked_at is not null', [ids]);
  while ((await locked()).rowCount !== 0) await sleep(5);
}

function toTaskList(tasks: readonly JobTask[]): TaskList {
  const list: TaskList = {};
  for (const { kind, run: perform } of tasks) {
    if (list[kind.name]) throw new Error(`two tasks are named ${kind.name}`);
    list[kind.name] = (payload: unknown, { job }: JobHelpers) => {
      const { traceparent, ...own } = payload as JobPayload;
      const span = startSpan(kind.name, {
        kind: 'consumer',
        parent: typeof traceparent === 'string' ? traceparent : undefined,
        attributes: { 'vlam.attempt': job.attempts },
      });
      return traced(span, () => perform(own, { id: String(job.id), attempt: job.attempts })).catch((error: unknown) => {
        throw new JobFailure(error);
      });
    };
  }
  return list;
}

/** The queue stores the message of a thrown error in its tables: replace it with the fields a log may hold. */
class JobFailure extends Error {
  constructor(cause: unknown) {
    const { errorName, errorCode, stack } = errorFields(cause);
    super([[errorName, errorCode].filter(Boolean).join(' '), stack].filter(Boolean).join('\n'), { cause });
  }
}

const causeOf = (error: unknown): unknown => (error instanceof JobFailure ? error.cause : error);

const jobFields = (job: Job) => ({ job: job.task_identifier, attempt: job.attempts });
