import type { InterestKind } from '@vlam/contract/discovery-activity';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { InterestPosts } from '../../platform/database-types.ts';
import { visibleTo } from '../profiles/service.ts';

export type PostRow = Selectable<InterestPosts>;
export interface Position {
  at: Date;
  id: string;
}

const author = sql`interest_posts.profile_id`;

export async function insertPost(db: Db, row: Insertable<InterestPosts>): Promise<PostRow> {
  return db.insertInto('interest_posts').values(row).returningAll().executeTakeFirstOrThrow();
}

/** A current post whose author the viewer may see. */
export async function findPost(
  db: Db,
  wanted: { id: string; viewerId: string | null; now: Date },
): Promise<PostRow | undefined> {
  return db
    .selectFrom('interest_posts')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('expires_at', '>', wanted.now)
    .where(visibleTo(wanted.viewerId, author))
    .executeTakeFirst();
}

/** Newest first. */
export async function listPosts(
  db: Db,
  wanted: {
    viewerId: string | null;
    kind: InterestKind;
    category: string | undefined;
    after: Position | null;
    now: Date;
    limit: number;
  },
): Promise<PostRow[]> {
  const { kind, category, after } = wanted;
  let query = db
    .selectFrom('interest_posts')
    .selectAll()
    .where('expires_at', '>', wanted.now)
    .where(visibleTo(wanted.viewerId, author))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit);
  if (kind !== 'all') query = query.where('kind', '=', kind);
  if (category) query = query.where('category', '=', category);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`);
  return query.execute();
}

/** How many of the newest `among` visible posts each chip has. */
export async function countPostsByKind(
  db: Db,
  wanted: { viewerId: string | null; now: Date; among: number },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; posts: number }>`
    select kind, count(*)::int as posts from (
      select kind from interest_posts
        where expires_at > ${wanted.now} and ${visibleTo(wanted.viewerId, author)}
        order by created_at desc, id desc limit ${wanted.among}) as newest
      group by kind`.execute(db);
  return new Map(rows.map((row) => [row.kind, row.posts]));
}

/** Returns whether this member had such a post. */
export async function deletePost(db: Db, id: string, profileId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('interest_posts')
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
