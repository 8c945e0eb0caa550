import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { isUnlockedBy } from '../credits/service.ts';
import { readsLevelForX18 } from '../profiles/service.ts';
import { subscribedCreatorIds } from '../subscriptions/service.ts';

/** One viewer and one item; a part that is null reads as not entitled. */
export interface EntitlementQuery {
  contentId: string;
  /** Account that may have bought the item. */
  payerId: string | null;
  /** Creator that the viewer may be subscribed to. */
  creatorId: string | null;
  viewerId: string | null;
  /** Lowest tier whose subscribers may open the item. */
  fromTier: number;
  /** The item asks its viewer for the level of X18. */
  asksForLevel: boolean;
}

export interface Entitlement {
  isPurchased: boolean;
  /** With a tier that opens the item. */
  isSubscribed: boolean;
  liked: boolean;
  lacksLevel: boolean;
}

/** Condition of the module above: whether a profile likes an item. */
export type LikedBy = (profile: RawBuilder<unknown>, content: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Condition of the module above: whether an account has an item in a bundle that it bought and that is open now. */
export type OpenByBundle = (account: RawBuilder<unknown>, content: RawBuilder<unknown>) => RawBuilder<unknown>;

const slots = ['contents', 'payers', 'creators', 'viewers', 'tiers', 'x18', 'now'] as const;

/** Reads purchases, subscriptions and likes for concurrent callers in one statement; returns results in order. */
export function createEntitlementReader(
  database: Database,
  above: { isLikedBy: LikedBy; isOpenByBundle: OpenByBundle },
  now: () => Date,
): (queries: readonly EntitlementQuery[]) => Promise<Entitlement[]> {
  const statement = prepare<(typeof slots)[number], { bought: boolean; paid: boolean; liked: boolean; lacks: boolean }>(
    database,
    'entitlements',
    slots,
    (slot) => sql`
      select query.payer is not null and (${isUnlockedBy(sql`query.payer`, sql`query.content::text`)}
               or ${above.isOpenByBundle(sql`query.payer`, sql`query.content`)}) as bought,
             query.creator in (${subscribedCreatorIds(sql`query.viewer`, sql`${slot.now}::timestamptz`, sql`query.tier`)})
               is true as paid,
             ${above.isLikedBy(sql`query.viewer`, sql`query.content`)} as liked,
             query.x18 is not null and not ${readsLevelForX18(sql`query.viewer`, slot.now)} as lacks
        from unnest(${slot.contents}::uuid[], ${slot.payers}::uuid[], ${slot.creators}::uuid[], ${slot.viewers}::uuid[],
            ${slot.tiers}::int[], ${slot.x18}::uuid[])
          with ordinality as query (content, payer, creator, viewer, tier, x18, n)
        order by query.n`,
  );
  const lane = createLane<readonly EntitlementQuery[], Entitlement[]>({
    name: 'content.entitlements',
    limit: 200,
    async call(pages) {
      const lookups = pages.flat();
      const rows = await statement({
        contents: uuidArray(lookups.map((each) => each.contentId)),
        payers: uuidArray(lookups.map((each) => each.payerId)),
        creators: uuidArray(lookups.map((each) => each.creatorId)),
        viewers: uuidArray(lookups.map((each) => each.viewerId)),
        tiers: lookups.map((each) => each.fromTier),
        x18: uuidArray(lookups.map((each) => (each.asksForLevel ? each.contentId : null))),
        now: now(),
      });
      let from = 0;
      return pages.map((page) => {
        const part = rows.slice(from, from + page.length);
        from += page.length;
        return part.map((row) => ({
          ...{ isPurchased: row.bought, isSubscribed: row.paid, liked: row.liked },
          lacksLevel: row.lacks,
        }));
      });
    },
  });
  return async (queries) => (queries.length === 0 ? [] : lane.send(queries));
}
