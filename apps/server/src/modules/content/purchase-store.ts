import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { visibleTo } from '../profiles/service.ts';
import type { LikedBy } from './standing-store.ts';
import type { SeenRow } from './store.ts';

/** Who wants to buy what. */
export interface Wish {
  accountId: string;
  viewerId: string | null;
  contentId: string;
}

/** The item, and what stands between it and this buyer. */
export interface WishedRow extends SeenRow {
  liked: boolean;
  /** When the buyer's own pause from buying ends; null when they set none. */
  paused_until: Date | null;
}

/** Expression of another module: when the pause of an account ends. */
export type PauseOf = (account: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Reads all that an unlock asks before it charges, for all buyers of a moment in one statement; undefined for no item. */
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
