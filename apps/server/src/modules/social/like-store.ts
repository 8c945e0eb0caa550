import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import type { Pair, Toggled } from '../../platform/toggle-lane.ts';

/** SQL of the modules that own the counters. */
export interface LikeCounts {
  /** Returns `id, profile_id, like_count, likes` for `changes (content_id, likes)`. */
  items(changes: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Takes `changes (profile_id, likes)`. */
  creators(changes: RawBuilder<unknown>): RawBuilder<unknown>;
}

/**
 * Toggles each like together with the counts of its item and creator, in one statement. Pairs must be distinct.
 * The state before the statement decides the result, so concurrent processes agree; counts follow the rows really
 * added and removed.
 */
export async function toggleLikes(db: Db, pairs: readonly Pair[], counts: LikeCounts, now: Date): Promise<Toggled[]> {
  const { rows } = await sql<{ content_id: string; profile_id: string; was: boolean; like_count: number }>`
    with wanted as materialized (
      select pair.content_id, pair.profile_id, likes.content_id is not null as was
        from unnest(${pairs.map((pair) => pair.targetId)}::uuid[], ${pairs.map((pair) => pair.profileId)}::uuid[])
          as pair (content_id, profile_id)
        left join likes on likes.content_id = pair.content_id and likes.profile_id = pair.profile_id
    ), removed as (
      delete from likes using wanted
        where wanted.was and likes.content_id = wanted.content_id and likes.profile_id = wanted.profile_id
        returning likes.content_id
    ), added as (
      insert into likes (content_id, profile_id, created_at)
        select content_id, profile_id, ${now} from wanted where not was
        on conflict do nothing
        returning content_id
    ), changes as (
      -- The zero rows make every requested item return its count.
      select content_id, 1 as likes from added
        union all select content_id, -1 from removed
        union all select content_id, 0 from wanted
    ), items as (${counts.items(sql`changes`)}),
    creators as (${counts.creators(sql`items`)})
    select wanted.content_id, wanted.profile_id, wanted.was, items.like_count
      from wanted join items on items.id = wanted.content_id`.execute(db);
  return rows.map((row) => ({
    targetId: row.content_id,
    profileId: row.profile_id,
    liked: !row.was,
    likeCount: row.like_count,
  }));
}

export type ListLiked = (pairs: readonly Pair[]) => Promise<Pair[]>;

/** Prepares the query for which of the pairs are likes. */
export function createListLiked(database: Database): ListLiked {
  const statement = prepare<'contents' | 'profiles', { content_id: string; profile_id: string }>(
    database,
    'likes among',
    ['contents', 'profiles'],
    ({ contents, profiles }) => sql`
      select likes.content_id, likes.profile_id
        from unnest(${contents}::uuid[], ${profiles}::uuid[]) as pair (content_id, profile_id)
        join likes on likes.content_id = pair.content_id and likes.profile_id = pair.profile_id`,
  );
  return async (pairs) => {
    const rows = await statement({
      contents: uuidArray(pairs.map((pair) => pair.targetId)),
      profiles: uuidArray(pairs.map((pair) => pair.profileId)),
    });
    return rows.map((row) => ({ targetId: row.content_id, profileId: row.profile_id }));
  };
}

/** Part of another module's SQL statement: whether a profile likes an item. */
export const isLikedBy = (profile: RawBuilder<unknown>, content: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from likes where likes.content_id = ${content} and likes.profile_id = ${profile})`;
