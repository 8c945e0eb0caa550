import { type ChildProcess, fork } from 'node:child_process';
import { sql } from 'kysely';
import { type Backfill, runBackfill } from '../src/platform/backfill.ts';
import { openDatabase } from '../src/platform/database.ts';

/** Adds one to each row of `filled` (id, times), so that a row that was passed over or changed twice is found. */
export const counting: Backfill = {
  name: 'platform.counting',
  limit: 10,
  async batch(tx, after, limit) {
    const { rows } = await sql<{ id: number }>`
      update filled set times = times + 1
        where id in (select id from filled where id > ${after ?? 0}::int order by id limit ${limit}::int)
        returning id`.execute(tx);
    const last = Math.max(...rows.map(({ id }) => id));
    return rows.length > 0 ? { last: String(last), changed: rows.length } : null;
  },
};

/** Runs it in a process of its own, on the database of `url`. */
export const startBackfillProcess = (url: string): ChildProcess =>
  fork(import.meta.filename, { env: { PATH: process.env.PATH ?? '', BACKFILL_URL: url }, execArgv: [] });

if (process.env.BACKFILL_URL && process.send) {
  const { db } = openDatabase(process.env.BACKFILL_URL, { size: 2 });
  const slow: Backfill = {
    ...counting,
    async batch(tx, after, limit) {
      const next = await counting.batch(tx, after, limit);
      // Most of the time is spent in an open transaction, so that is where it is killed.
      await sql`select pg_sleep(0.05)`.execute(tx);
      return next;
    },
  };
  await runBackfill(db, slow);
  process.exit(0);
}
