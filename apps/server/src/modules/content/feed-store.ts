import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { prepare } from '../../platform/prepared.ts';
import { visibleTo } from '../profiles/service.ts';

/** One item of the feed, and the cursor of a page that ends with it. */
export interface FeedEntry {
  id: string;
  publishedAt: Date;
}

export interface FeedQuery {
  viewerId: string | null;
  after: FeedEntry | null;
  limit: number;
}

/** SQL that returns `creator_id` of every creator the profile follows or pays at a moment. */
export type ChosenCreators = (viewer: RawBuilder<unknown>, now: RawBuilder<unknown>) => RawBuilder<unknown>;

export interface FeedStore {
  /** Newest items of the chosen creators; the work grows with the creators followed, not with all content. */
  listChosen(query: FeedQuery, now: Date): Promise<FeedEntry[]>;
  /** Newest items of all other creators. */
  listOthers(query: FeedQuery, now: Date): Promise<FeedEntry[]>;
}

const slots = ['viewer', 'now', 'afterTime', 'afterId', 'limit'] as const;
/**
 * Milliseconds since 1970, which the driver parses ten times faster; computed for the page only, not for all
 * candidates.
 */
const inMilliseconds = (page: RawBuilder<unknown>) => sql<{ id: string; at: number }>`
  select page.id, (extract(epoch from page.published_at) * 1000)::float8 as at
    from (${page}) as page order by page.published_at desc, page.id desc`;
const startOfFeed = { afterTime: 'infinity', afterId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function createFeedStore(database: Database, chosenBy: ChosenCreators): FeedStore {
  const chosen = prepare<(typeof slots)[number], { id: string; at: number }>(
    database,
    'feed: followed and paid creators',
    slots,
    ({ viewer, now, afterTime, afterId, limit }) =>
      inMilliseconds(sql`
      select newest.id, newest.published_at
        from (${chosenBy(sql`${viewer}::uuid`, sql`${now}::timestamptz`)}) as chosen (creator_id)
        cross join lateral (
          select items.id, items.published_at from content_items as items
            where items.profile_id = chosen.creator_id and items.state = 'published'
              and (items.published_at, items.id) < (${afterTime}::timestamptz, ${afterId}::uuid)
            order by items.published_at desc, items.id desc limit ${limit}::int
        ) as newest
        where ${visibleTo(sql`${viewer}::uuid`, sql`chosen.creator_id`)}
        order by newest.published_at desc, newest.id desc limit ${limit}::int`),
  );
  const others = prepare<(typeof slots)[number], { id: string; at: number }>(
    database,
    'feed: other creators',
    slots,
    ({ viewer, now, afterTime, afterId, limit }) =>
      inMilliseconds(sql`
      select items.id, items.published_at from content_items as items
        where items.state = 'published'
          and (items.published_at, items.id) < (${afterTime}::timestamptz, ${afterId}::uuid)
          and items.profile_id not in (${chosenBy(sql`${viewer}::uuid`, sql`${now}::timestamptz`)})
          and ${visibleTo(sql`${viewer}::uuid`, sql`items.profile_id`)}
        order by items.published_at desc, items.id desc limit ${limit}::int`),
  );
  const runQuery =
    (statement: typeof chosen) =>
    async ({ viewerId, after, limit }: FeedQuery, now: Date): Promise<FeedEntry[]> => {
      const position = after ? { afterTime: after.publishedAt, afterId: after.id } : startOfFeed;
      const rows = await statement({ viewer: viewerId, now, limit, ...position });
      return rows.map((row) => ({ id: row.id, publishedAt: new Date(row.at) }));
    };
  return { listChosen: runQuery(chosen), listOthers: runQuery(others) };
}
