import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { readsLevelForX18, visibleTo } from '../profiles/service.ts';
import type { LikedBy } from './entitlement-store.ts';
import type { VisibilityRow } from './store.ts';

/** A buyer and an item. */
export interface PurchaseLookup {
  accountId: string;
  viewerId: string | null;
  contentId: string;
}

/** The item, and any obstacle between it and this buyer. */
export interface PurchasableRow extends VisibilityRow {
  liked: boolean;
  /** End of the buyer's own cool-off; null without one. */
  paused_until: Date | null;
  /** The buyer has the identity level of X18. */
  reads_x18: boolean;
}

/** Expression of another module: when the cool-off of an account ends. */
export type PauseOf = (account: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Reads all that an unlock checks before it charges, for concurrent buyers in one statement; undefined for an unknown
 * item.
 */
export function createPurchaseLookup(
  database: Database,
  others: { isLikedBy: LikedBy; pauseOf: PauseOf },
  now: () => Date,
): (lookup: PurchaseLookup) => Promise<PurchasableRow | undefined> {
  const statement = prepare<'accounts' | 'viewers' | 'contents' | 'now', PurchasableRow & { n: number }>(
    database,
    'purchase lookups',
    ['accounts', 'viewers', 'contents', 'now'],
    ({ accounts, viewers, contents, now: at }) => sql`
      select items.*, lookup.n::int as n, ${visibleTo(sql`lookup.viewer_id`, sql`items.profile_id`)} as creator_visible,
          ${others.isLikedBy(sql`lookup.viewer_id`, sql`items.id`)} as liked, ${others.pauseOf(sql`lookup.account_id`)} as paused_until,
          items.classification <> 'X18' or ${readsLevelForX18(sql`lookup.viewer_id`, at)} as reads_x18
        from unnest(${accounts}::uuid[], ${viewers}::uuid[], ${contents}::uuid[])
            with ordinality as lookup (account_id, viewer_id, content_id, n)
          cross join lateral (
            select * from content_items where id = lookup.content_id and state <> 'removed' limit 1
          ) as items`,
  );
  const lane = createLane<PurchaseLookup, PurchasableRow | undefined>({
    name: 'content.purchases',
    limit: 500,
    async call(lookups) {
      const rows = await statement({
        accounts: uuidArray(lookups.map((lookup) => lookup.accountId)),
        viewers: uuidArray(lookups.map((lookup) => lookup.viewerId)),
        contents: uuidArray(lookups.map((lookup) => lookup.contentId)),
        now: now(),
      });
      const found = new Array<PurchasableRow | undefined>(lookups.length);
      for (const row of rows) found[row.n - 1] = row;
      return found;
    },
  });
  return lane.send;
}
