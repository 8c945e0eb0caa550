import { sql } from 'kysely';
import { johannesburgDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';

/** The next number of a register, such as `LH-2611-0003`: counted within a month, under a lock until the commit. */
export async function nextNumber(tx: Db, table: string, prefix: string, now: Date): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`numbers of ${table}`}, 0))`.execute(tx);
  const head = `${prefix}-${johannesburgDay(now).slice(2, 7).replace('-', '')}-`;
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substr(number, ${head.length + 1})::int), 0)::int as last from ${sql.table(table)}
      where number like ${`${head}%`}`.execute(tx);
  return `${head}${String((rows[0]?.last ?? 0) + 1).padStart(4, '0')}`;
}
