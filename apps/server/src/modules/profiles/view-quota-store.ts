import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Adds new hashes up to `limit` per day; returns all hashes of that day. */
export async function insertShown(
  db: Db,
  added: { accountId: string; day: string; hashes: readonly number[]; limit: number },
): Promise<number[]> {
  const { accountId, day, hashes, limit } = added;
  const { rows } = await sql<{ shown: number[] }>`
    insert into profile_view_quotas as kept (account_id, day, shown)
      values (${accountId}, ${day}, (${hashes}::int[])[1:${limit}])
      on conflict (account_id) do update set day = excluded.day,
        shown = case when kept.day <> excluded.day then excluded.shown else kept.shown || array(
          select hash from unnest(excluded.shown) as hash where hash <> all (kept.shown)
            limit greatest(0, ${limit}::int - cardinality(kept.shown))) end
      returning shown`.execute(db);
  return rows[0]?.shown ?? [];
}
