import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

/** Posts and shows of a creator that open from exactly this tier on; hidden and removed ones may come back. */
export async function countFromTier(
  db: Db,
  { creatorId, tier, now }: { creatorId: string; tier: number; now: Date },
): Promise<{ posts: number; shows: number }> {
  const { rows } = await sql<{ posts: number; shows: number }>`
    select (select count(*)::int from content_items where profile_id = ${creatorId} and from_tier = ${tier}) as posts,
      (select count(*)::int from lives where creator_id = ${creatorId} and from_tier = ${tier}
        and (ended_at is null or replay_until > ${now})) as shows`.execute(db);
  return rows[0] ?? { posts: 0, shows: 0 };
}
