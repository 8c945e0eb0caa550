import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Comments } from '../../platform/database-types.ts';
import { visibleTo } from '../profiles/service.ts';

export type CommentRow = Selectable<Comments>;

/** The latest `limit` comments by people the viewer may see, oldest first. */
export async function listComments(
  db: Db,
  wanted: { contentId: string; viewerId: string | null; limit: number },
): Promise<CommentRow[]> {
  const rows = await db
    .selectFrom('comments')
    .selectAll()
    .where('content_id', '=', wanted.contentId)
    .where('removed_at', 'is', null)
    .where(visibleTo(wanted.viewerId, sql`comments.profile_id`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute();
  return rows.reverse();
}

/** A comment that is not removed and whose author the viewer may see. */
export async function findComment(db: Db, viewerId: string | null, id: string): Promise<CommentRow | undefined> {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where(visibleTo(viewerId, sql`comments.profile_id`))
    .executeTakeFirst();
}

export async function insertComment(
  db: Db,
  comment: { id: string; contentId: string; profileId: string; comment: string; at: Date },
): Promise<CommentRow> {
  return db
    .insertInto('comments')
    .values({
      id: comment.id,
      content_id: comment.contentId,
      profile_id: comment.profileId,
      comment: comment.comment,
      created_at: comment.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function isFollowing(db: Db, followerId: string, creatorId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follows')
    .select('creator_id')
    .where('follower_id', '=', followerId)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Toggles a follow and the creator's count in one statement. Returns whether the viewer follows now. */
export async function toggleFollow(
  db: Db,
  pair: { followerId: string; creatorId: string; at: Date },
  countFollowers: (changes: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<boolean> {
  const { followerId, creatorId, at } = pair;
  const { rows } = await sql<{ following: boolean }>`
    with removed as (
      delete from follows where follower_id = ${followerId} and creator_id = ${creatorId} returning creator_id
    ), added as (
      insert into follows (follower_id, creator_id, created_at)
        select ${followerId}::uuid, ${creatorId}::uuid, ${at}
          where not exists (select from follows where follower_id = ${followerId} and creator_id = ${creatorId})
        on conflict do nothing returning creator_id
    ), changes as (
      select creator_id as profile_id, 1 as followers from added
        union all select creator_id, -1 from removed
    ), counted as (${countFollowers(sql`changes`)})
    select not exists (select from follows where follower_id = ${followerId} and creator_id = ${creatorId}) as following`.execute(
    db,
  );
  return rows[0]?.following ?? false;
}

export interface FollowRow {
  creator_id: string;
  created_at: Date;
}

/** Followed creators that the follower may see, newest first. */
export async function listFollowing(
  db: Db,
  wanted: { followerId: string; after: { at: Date; creatorId: string } | null; limit: number },
): Promise<FollowRow[]> {
  const { followerId, after } = wanted;
  let query = db
    .selectFrom('follows')
    .select(['creator_id', 'created_at'])
    .where('follower_id', '=', followerId)
    .where(visibleTo(followerId, sql`follows.creator_id`))
    .orderBy('created_at', 'desc')
    .orderBy('creator_id', 'desc')
    .limit(wanted.limit);
  if (after) query = query.where(sql<boolean>`(created_at, creator_id) < (${after.at}, ${after.creatorId}::uuid)`);
  return query.execute();
}

/** Part of another module's SQL statement: the number of visible creators a profile follows. */
export const countFollowed = (profile: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from follows where follower_id = ${profile} and ${visibleTo(profile, sql`follows.creator_id`)})`;

/** Part of another module's SQL statement: `creator_id` of every creator `follower` follows. */
export const followedCreatorIds = (follower: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select creator_id from follows where follower_id = ${follower}`;

/** Part of another module's SQL statement: `profile_id` of a creator's followers, optionally only since a date. */
export const followerIds = (creatorId: string, since: Date | null): RawBuilder<unknown> => sql`
  select follower_id as profile_id from follows
    where creator_id = ${creatorId} and ${since ? sql`created_at > ${since}` : sql`true`}`;
