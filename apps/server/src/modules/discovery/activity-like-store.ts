import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Pair, Toggled } from '../../platform/toggle-lane.ts';

/** Likeable kinds, with the tables of their likes. */
const tables = {
  post: { targets: 'interest_posts', likes: 'interest_post_likes' },
  mood: { targets: 'moods', likes: 'mood_likes' },
} as const;
export type Likeable = keyof typeof tables;

/**
 * Toggles each like, and its target's count with it, in one statement. Pairs must be distinct; pairs whose target is
 * deleted are not returned. The state before the statement decides, and only rows really added or removed are counted,
 * so that two processes toggling one pair at the same time agree.
 */
export async function toggleLikes(db: Db, kind: Likeable, pairs: readonly Pair[], now: Date): Promise<Toggled[]> {
  const targets = sql.table(tables[kind].targets);
  const likes = sql.table(tables[kind].likes);
  const { rows } = await sql<{ target_id: string; profile_id: string; was: boolean; like_count: number }>`
    with wanted as materialized (
      select pair.target_id, pair.profile_id, old.target_id is not null as was
        from unnest(${pairs.map((pair) => pair.targetId)}::uuid[], ${pairs.map((pair) => pair.profileId)}::uuid[])
          as pair (target_id, profile_id)
        join ${targets} as target on target.id = pair.target_id
        left join ${likes} as old on old.target_id = pair.target_id and old.profile_id = pair.profile_id
        -- Waits for a deletion under way, which would fail the insert by its foreign key.
        for key share of target
    ), removed as (
      delete from ${likes} as old using wanted
        where wanted.was and old.target_id = wanted.target_id and old.profile_id = wanted.profile_id
        returning old.target_id
    ), added as (
      insert into ${likes} (target_id, profile_id, created_at)
        select target_id, profile_id, ${now} from wanted where not was
        on conflict do nothing
        returning target_id
    ), changes as (
      -- The zero makes sure that every target asked for answers its count.
      select target_id, 1 as likes from added
        union all select target_id, -1 from removed
        union all select target_id, 0 from wanted
    ), counted as (
      update ${targets} as target set like_count = greatest(0, target.like_count + sums.likes)
        from (select target_id, sum(likes)::int as likes from changes group by target_id) as sums
        where target.id = sums.target_id
        returning target.id, target.like_count
    )
    select wanted.target_id, wanted.profile_id, wanted.was, counted.like_count
      from wanted join counted on counted.id = wanted.target_id`.execute(db);
  return rows.map((row) => ({
    targetId: row.target_id,
    profileId: row.profile_id,
    liked: !row.was,
    likeCount: row.like_count,
  }));
}

/** The subset of the targets that this profile likes. */
export async function listLiked(
  db: Db,
  kind: Likeable,
  profileId: string,
  targetIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ target_id: string }>`
    select target_id from ${sql.table(tables[kind].likes)}
      where profile_id = ${profileId} and target_id = any(${targetIds}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.target_id));
}
