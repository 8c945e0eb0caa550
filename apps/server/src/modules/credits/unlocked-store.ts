import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** References of what an account unlocked, last first. */
export async function listUnlocked(
  db: Db,
  accountId: string,
  { after, limit }: { after: [string, string] | null; limit: number },
): Promise<{ reference: string; boughtAt: string }[]> {
  const from = after ? sql`and (created_at, reference) < (${after[0]}::timestamptz, ${after[1]})` : sql``;
  const { rows } = await sql<{ reference: string; boughtAt: string }>`
    select reference, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "boughtAt"
      from ledger_transfers where owner_id = ${accountId} and kind = 'unlock' ${from}
      order by created_at desc, reference desc limit ${limit}`.execute(db);
  return rows;
}

export async function countUnlocked(db: Db, accountId: string): Promise<number> {
  const { n } = await db
    .selectFrom('ledger_transfers')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('owner_id', '=', accountId)
    .where('kind', '=', 'unlock')
    .executeTakeFirstOrThrow();
  return Number(n);
}
