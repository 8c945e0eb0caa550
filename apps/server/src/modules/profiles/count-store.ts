import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Visible members last seen after `since`. */
export async function countSeenSince(db: Db, since: Date): Promise<number> {
  return count(db, sql`not incognito and last_seen_at > ${since}`);
}

/** As `countSeenSince`, by the city of the profile. */
export async function countSeenByCity(db: Db, since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ city: string; people: number }>`
    select city, count(*)::int as people from profiles
      where hidden_at is null and not incognito and not awaiting_age_check and last_seen_at > ${since} group by city`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.city, row.people]));
}

export async function countAvailable(db: Db, now: Date): Promise<number> {
  return count(db, sql`not incognito and available_until is not null and available_until > ${now}`);
}

export async function countMembers(db: Db): Promise<number> {
  return count(db, sql`true`);
}

export async function countCreators(db: Db): Promise<number> {
  return count(db, sql`category is not null`);
}

async function count(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from profiles where hidden_at is null and ${condition}`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

/**
 * Part of another module's SQL statement: adds the sums of `changes (profile_id, likes)` to the profiles' like counts, so
 * that counts and counted rows change in one statement.
 */
export const addLikesTo = (changes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update profiles set like_count = like_count + sums.likes
    from (select profile_id, sum(likes)::int as likes from ${changes} as c group by profile_id having sum(likes) <> 0) as sums
    where profiles.id = sums.profile_id`;

/** As `addLikesTo`, for `changes (profile_id, followers)`. */
export const addFollowersTo = (changes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update profiles set follower_count = follower_count + sums.followers
    from (select profile_id, sum(followers)::int as followers from ${changes} as c group by profile_id) as sums
    where profiles.id = sums.profile_id`;

/** As `addLikesTo`, for `changes (profile_id, subscribers)`; a wrong count must never block the end of a subscription. */
export const addSubscribersTo = (changes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update profiles set subscriber_count = greatest(0, subscriber_count + sums.subscribers)
    from (select profile_id, sum(subscribers)::int as subscribers from ${changes} as c group by profile_id) as sums
    where profiles.id = sums.profile_id`;

export interface PublishedChange {
  content: number;
  photos: number;
  videos: number;
  likes: number;
}

export async function addPublished(db: Db, profileId: string, change: PublishedChange): Promise<void> {
  await db
    .updateTable('profiles')
    .set({
      content_count: sql`content_count + ${change.content}`,
      photo_count: sql`photo_count + ${change.photos}`,
      video_count: sql`video_count + ${change.videos}`,
      like_count: sql`like_count + ${change.likes}`,
    })
    .where('id', '=', profileId)
    .execute();
}
