import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { onlineWindowMs } from './policy.ts';
import type { ProfileRow } from './store.ts';
import { visibleRow } from './visibility-store.ts';

export type CreatorSort = 'popular' | 'newest' | 'price';
/** The sort value as text, and the id as tie-breaker. */
export type CreatorPosition = readonly [string, string];
export type ListedCreatorRow = ProfileRow & { following: boolean };

/** Per sort: column, SQL type of the cursor's value, direction and comparison operator. */
const sorts = {
  popular: { column: 'subscriber_count', type: 'integer', direction: 'desc', beyond: '<' },
  newest: { column: 'created_at', type: 'timestamptz', direction: 'desc', beyond: '<' },
  price: { column: 'subscription_price_cents', type: 'integer', direction: 'asc', beyond: '>' },
} as const;

export interface CreatorSearch {
  viewerId: string | null;
  now: Date;
  category: string | undefined;
  /** ILIKE pattern for name, city and bio. */
  pattern: string | undefined;
  minCents: number | undefined;
  maxCents: number | undefined;
  online: boolean;
  /** Joined after this moment. */
  joinedAfter: Date | undefined;
  following: boolean;
  /** Subquery of the creators the viewer follows. */
  followed: RawBuilder<unknown>;
  sort: CreatorSort;
  after: CreatorPosition | null;
  limit: number;
}

/** Creators that the viewer may see and that match every given filter. */
export async function listCreators(db: Db, wanted: CreatorSearch): Promise<ListedCreatorRow[]> {
  const { column, type, direction, beyond } = sorts[wanted.sort];
  const isFollowed = sql<boolean>`profiles.id in (${wanted.followed})`;
  let query = db
    .selectFrom('profiles')
    .selectAll()
    .select(isFollowed.as('following'))
    .where('category', 'is not', null)
    .where(visibleRow(wanted.viewerId, 'profiles'))
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(wanted.limit);
  if (wanted.category) query = query.where('category', '=', wanted.category);
  // Without an index: each write of `last_seen_at` would copy the trigrams of a bio into it.
  if (wanted.pattern)
    query = query.where(sql<boolean>`display_name || ' ' || city || ' ' || bio ilike ${wanted.pattern}`);
  if (wanted.minCents !== undefined) query = query.where('subscription_price_cents', '>=', wanted.minCents);
  if (wanted.maxCents !== undefined) query = query.where('subscription_price_cents', '<=', wanted.maxCents);
  if (wanted.joinedAfter) query = query.where('created_at', '>', wanted.joinedAfter);
  if (wanted.online)
    query = query
      .where('last_seen_at', '>', new Date(wanted.now.getTime() - onlineWindowMs))
      .where('incognito', '=', false);
  if (wanted.following) query = query.where(isFollowed);
  if (wanted.after) {
    const [value, id] = wanted.after;
    query = query.where(
      sql<boolean>`(${sql.ref(column)}, id) ${sql.raw(beyond)} (${value}::${sql.raw(type)}, ${id}::uuid)`,
    );
  }
  return query.execute();
}
