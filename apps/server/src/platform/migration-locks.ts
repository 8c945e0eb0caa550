import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { ConfigError } from './config.ts';
import { failureOf, isLockTimeout } from './postgres-errors.ts';

/** How long a migration waits for locks of other sessions, in milliseconds, and how often it tries. */
export interface Patience {
  /** In a transaction. All who want the table wait as long, behind the migration. */
  insideMs: number;
  /** Outside one, where nobody waits behind it. */
  outsideMs: number;
  attempts: number;
  /** Between two attempts: those who waited are served then. */
  pauseMs: number;
}

export const usualPatience: Patience = { insideMs: 2_000, outsideMs: 600_000, attempts: 10, pauseMs: 3_000 };

/** The advisory lock of Kysely's migrator: the releases before this one hold it while they migrate. */
const migrationLock = '3853314791062309107';
const lockPollMs = 200;
const lockWaitMs = 3_600_000;

/**
 * Runs `work` while no other process migrates this database. Asks again and again: a session that waits in one statement
 * holds a snapshot, and an index that is made concurrently waits for every snapshot older than itself. Throws
 * `ConfigError` after an hour.
 */
export function withMigrationLock<DB, Result>(
  db: Kysely<DB>,
  work: (connection: Kysely<DB>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    const limit = performance.now() + lockWaitMs;
    while (!(await tryLock(connection))) {
      if (performance.now() > limit) throw new ConfigError('Another process has migrated this database for an hour');
      await sleep(lockPollMs);
    }
    try {
      return await work(connection);
    } finally {
      // A connection that broke has released it.
      await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(connection).catch(() => {});
    }
  });
}

async function tryLock<DB>(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(${migrationLock}::bigint) as mine`.execute(db);
  return rows[0]?.mine ?? false;
}

/** Runs `work` in a transaction that waits for each lock only shortly, as often as `patience` says. */
export const inMigrationTransaction = <DB>(
  db: Kysely<DB>,
  name: string,
  patience: Patience,
  work: (tx: Transaction<DB>) => Promise<void>,
): Promise<void> =>
  patiently(db, name, patience, () =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', ${String(patience.insideMs)}, true)`.execute(tx);
      await work(tx);
    }),
  );

/** Tries `work` again where other sessions were in its way; throws `ConfigError`, which names them, in the end. */
export async function patiently<DB>(
  db: Kysely<DB>,
  name: string,
  { attempts, pauseMs }: Patience,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) && failureOf(error) !== 'collision') throw error;
      if (attempt >= attempts)
        throw new ConfigError(
          `${name} was not applied: at each of ${attempts} attempts another session held what it needs. ${await nameSessions(db)}Wait for it or end it, then start again`,
        );
    }
    await sleep(pauseMs);
  }
}

/** The sessions that have been in a transaction for longest; of other roles' sessions nothing may be known. */
async function nameSessions<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ pid: number; application_name: string; seconds: number }>`
    select pid, application_name, extract(epoch from clock_timestamp() - xact_start)::int as seconds
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      order by xact_start limit 3`.execute(db);
  if (rows.length === 0) return '';
  const names = rows.map(({ pid, application_name: name, seconds }) => `process ${pid} (${name}, ${seconds} s)`);
  return `In a transaction: ${names.join(', ')}. `;
}
