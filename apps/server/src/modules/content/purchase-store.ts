import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { visibleTo } from '../profiles/service.ts';
import type { LikedBy } from './standing-store.ts';
import type { SeenRow } from './store.ts';

/** A buyer and an item. */
export interface Wish {
  accountId: string;
  viewerId: string | null;
  contentId: string;
}

/** The item, and any obstacle between it and this buyer. */
export interface WishedRow extends SeenRow {
  liked: boolean;
  /** End of the buyer's own cool-off; null without one. */
  paused_until: Date | null;
}

/** Expression of another module: when the cool-off of an account ends. */
export type PauseOf = (account: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Reads all that an unlock checks before it charges, for concurrent buyers in one statement; undefined for an unknown
 * item.
 */
export function createWishes(
  database: Database,
  others: { likedBy: LikedBy; pauseOf: PauseOf },
): (wish: Wish) => Promise<WishedRow | undefined> {
  const statement = prepare<'accounts' | 'viewers' | 'contents', WishedRow & { n: number }>(
    database,
    'wishes',
    ['accounts', 'viewers', 'contents'],
    ({ accounts, viewers, contents }) => sql`
      select items.*, wish.n::int as n, ${visibleTo(sql`wish.viewer_id`, sql`items.profile_id`)} as creator_visible,
          ${others.likedBy(sql`wish.viewer_id`, sql`items.id`)} as liked, ${others.pauseOf(sql`wish.account_id`)} as paused_until
        from unnest(${accounts}::uuid[], ${viewers}::uuid[], ${contents}::uuid[])
            with ordinality as wish (account_id, viewer_id, content_id, n)
          cross join lateral (
            select * from content_items where id = wish.content_id and state <> 'removed' limit 1
          ) as items`,
  );
  const lane = createLane<Wish, WishedRow | undefined>({
    limit: 500,
    async call(wishes) {
      const rows = await statement({
        accounts: uuidArray(wishes.map((wish) => wish.accountId)),
        viewers: uuidArray(wishes.map((wish) => wish.viewerId)),
        contents: uuidArray(wishes.map((wish) => wish.contentId)),
      });
      const found = new Array<WishedRow | undefined>(wishes.length);
      for (const row of rows) found[row.n - 1] = row;
      return found;
    },
  });
  return lane.send;
}
