import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { visibleTo } from '../profiles/service.ts';

/** Where a page of the feed ended. */
export interface FeedPosition {
  publishedAt: Date;
  id: string;
}
export interface FeedEntry extends FeedPosition {}

interface FeedQuery {
  viewerId: string | null;
  /** Statement that answers `creator_id` of everyone the viewer follows or pays. */
  chosen: RawBuilder<unknown>;
  after: FeedPosition | null;
  limit: number;
}

const olderThan = (after: FeedPosition | null): RawBuilder<unknown> =>
  after ? sql`and (items.published_at, items.id) < (${after.publishedAt}, ${after.id}::uuid)` : sql``;

async function list(db: Db, query: RawBuilder<{ id: string; published_at: Date }>): Promise<FeedEntry[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => ({ id: row.id, publishedAt: row.published_at }));
}

/** Newest items of the chosen creators: the top of each, so that the work depends on whom one follows and not on what exists. */
export async function listChosen(db: Db, { viewerId, chosen, after, limit }: FeedQuery): Promise<FeedEntry[]> {
  return list(
    db,
    sql`
      select newest.id, newest.published_at
        from (${chosen}) as chosen (creator_id)
        cross join lateral (
          select items.id, items.published_at from content_items as items
            where items.profile_id = chosen.creator_id and items.state = 'published' ${olderThan(after)}
            order by items.published_at desc, items.id desc limit ${limit}
        ) as newest
        where ${visibleTo(viewerId, sql`chosen.creator_id`)}
        order by newest.published_at desc, newest.id desc limit ${limit}`,
  );
}

/** Newest items of everybody else. */
export async function listOthers(db: Db, { viewerId, chosen, after, limit }: FeedQuery): Promise<FeedEntry[]> {
  return list(
    db,
    sql`
      select items.id, items.published_at from content_items as items
        where items.state = 'published' ${olderThan(after)}
          and items.profile_id not in (${chosen})
          and ${visibleTo(viewerId, sql`items.profile_id`)}
        order by items.published_at desc, items.id desc limit ${limit}`,
  );
}
