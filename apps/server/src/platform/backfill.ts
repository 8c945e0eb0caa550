import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from './database-types.ts';
import { type JobTask, jobKind, jobTask } from './jobs.ts';
import { errorFields, type Logger } from './logger.ts';

/** A change of stored rows in many short transactions, between the release that adds a column and the one that needs it. */
export interface Backfill {
  /** The module and what it fills: `credits.currency-of-sales`. It is never used for another change. */
  name: string;
  /**
   * Changes the next rows after `after`, a key of the table, null at first, at most `limit` of them; returns the last
   * key and how many were changed, or null when no row is left.
   */
  batch(tx: Transaction<DB>, after: string | null, limit: number): Promise<{ last: string; changed: number } | null>;
  /** Rows of a batch. */
  limit?: number;
}

const usualLimit = 500;
const kind = jobKind('platform.backfill');
/** A run ends after this time, in milliseconds; the next one goes on a minute later at most, perhaps elsewhere. */
const runMs = 50_000;

/**
 * Runs batches until none is left or the time is over. Each is committed with its position: a process that is killed
 * leaves whole batches, and the next run goes on after the last one. Returns whether the backfill is done; also false
 * while another process works on it.
 */
export async function runBackfill(
  db: Kysely<DB>,
  { name, batch, limit = usualLimit }: Backfill,
  untilMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  await sql`insert into backfills (name) values (${name}) on conflict do nothing`.execute(db);
  for (;;) {
    const since = performance.now();
    const state = await db.transaction().execute((tx) => runBatch(tx, { name, batch }, limit));
    if (state !== 'more') return state === 'done';
    if (performance.now() > untilMs) return false;
    // As long as it took: half of the time belongs to those who use the table.
    await sleep(performance.now() - since);
  }
}

async function runBatch(
  tx: Transaction<DB>,
  { name, batch }: Backfill,
  limit: number,
): Promise<'more' | 'done' | 'busy'> {
  const { rows } = await sql<{ position: string | null; done: boolean }>`
    select position, done_at is not null as done from backfills where name = ${name} for update skip locked`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return 'busy';
  if (row.done) return 'done';
  const next = await batch(tx, row.position, limit);
  if (next)
    await sql`update backfills set position = ${next.last}, changed_rows = changed_rows + ${next.changed}
      where name = ${name}`.execute(tx);
  else await sql`update backfills set done_at = now() where name = ${name}`.execute(tx);
  return next ? 'more' : 'done';
}

/** The job that runs these every minute until they are done; none without backfills. */
export function backfillTasks(db: Kysely<DB>, logger: Logger, backfills: readonly Backfill[]): JobTask[] {
  const done = new Set<string>();
  async function run(): Promise<void> {
    const untilMs = performance.now() + runMs;
    for (const backfill of backfills) {
      if (done.has(backfill.name)) continue;
      try {
        if (await runBackfill(db, backfill, untilMs)) done.add(backfill.name);
      } catch (error) {
        // The others go on; this one tries its batch again with the next run.
        logger.error('a backfill failed', { name: backfill.name, ...errorFields(error) });
      }
    }
  }
  return backfills.length > 0 ? [jobTask(kind, run, { cron: '* * * * *' })] : [];
}
