import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { JobPayload } from './jobs.ts';

export interface TaskState {
  task: string;
  /** Due, and taken by no worker. */
  waiting: number;
  /** How long the oldest of them has been due; 0 without one. */
  oldestSeconds: number;
  running: number;
  /** Not due yet, or between two attempts. */
  later: number;
}

/** Kinds of job with something to do, the longest due first. */
export async function listTaskStates(db: Db, now: Date): Promise<TaskState[]> {
  const { rows } = await sql<TaskState>`
    select task_identifier as task, count(*) filter (where locked_at is null and run_at <= ${now})::int as waiting,
        coalesce(extract(epoch from ${now}::timestamptz - min(run_at) filter (where locked_at is null and run_at <= ${now})), 0)::float8
          as "oldestSeconds",
        count(locked_at)::int as running, count(*) filter (where locked_at is null and run_at > ${now})::int as later
      from graphile_worker.jobs where attempts < max_attempts group by 1 order by "oldestSeconds" desc, 1`.execute(db);
  return rows;
}

export async function countDeadJobs(db: Db): Promise<{ task: string; count: number }[]> {
  const { rows } = await sql<{ task: string; count: number }>`
    select task, count(*)::int as count from dead_jobs group by 1 order by 1`.execute(db);
  return rows;
}

export interface DeadJobRow {
  id: string;
  task: string;
  error: string;
  failed_at: Date;
}

/** Newest first, below the id `below`; without payloads. */
export async function listDeadJobs(db: Db, below: string | null, limit: number): Promise<DeadJobRow[]> {
  let query = db.selectFrom('dead_jobs').select(['id', 'task', 'error', 'failed_at']);
  if (below) query = query.where('id', '<', below);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** Removes those that are still there and returns them; another caller for one of them waits, and then gets none. */
export async function takeDeadJobs(
  tx: Db,
  ids: readonly string[],
): Promise<{ id: string; task: string; payload: JobPayload }[]> {
  const { rows } = await sql<{ id: string; task: string; payload: JobPayload }>`
    with found as (
      select id from dead_jobs where id = any(${[...ids]}::uuid[]) order by id for update
    )
    delete from dead_jobs using found where dead_jobs.id = found.id
      returning dead_jobs.id, dead_jobs.task, dead_jobs.payload`.execute(tx);
  return rows;
}
