import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Counts one more `action` on this Johannesburg day; false when `limit` were counted already. */
export async function takeQuota(
  db: Db,
  taken: { profileId: string; action: 'post' | 'mood'; day: string; limit: number },
): Promise<boolean> {
  const { profileId, action, day, limit } = taken;
  const { rows } = await sql`
    insert into activity_quotas as quota (profile_id, action, day, used)
      values (${profileId}, ${action}, ${day}::date, 1)
      on conflict (profile_id, action) do update
        set day = excluded.day, used = case when quota.day = excluded.day then quota.used + 1 else 1 end
        where quota.day <> excluded.day or quota.used < ${limit}
      returning used`.execute(db);
  return rows.length > 0;
}
