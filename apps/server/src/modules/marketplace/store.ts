import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Bundles } from '../../platform/database-types.ts';
import { startsWith } from '../../platform/like-pattern.ts';
import { holdsTextOrSimilar } from '../../platform/trigram.ts';
import { visibleTo } from '../profiles/service.ts';

export type BundleRow = Selectable<Bundles>;

/** A viewer's access to a bundle and rating of it. */
export interface AccessRow {
  bundle_id: string;
  access_until: Date;
  /** The viewer's rating; null without one. */
  stars: number | null;
  is_open: boolean;
}

export interface BundleFilter {
  viewerId: string | null;
  text: string | undefined;
  category: string | undefined;
  price: { min: number; max: number } | undefined;
  creatorId: string | undefined;
  after: { at: Date; id: string } | null;
  limit: number;
}

/** Bundles on sale by creators visible to the viewer, newest first. With a text, call it within `withFuzzyMatch`. */
export async function listOnSale(db: Db, wanted: BundleFilter): Promise<BundleRow[]> {
  const { text, price, after } = wanted;
  let query = db
    .selectFrom('bundles')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .where(visibleTo(wanted.viewerId, sql`bundles.creator_id`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit);
  if (text)
    query = query.where(
      text.length < 3
        ? sql<boolean>`lower(title) like ${startsWith(text.toLowerCase())}`
        : holdsTextOrSimilar(sql`search_text`, text),
    );
  if (wanted.category) query = query.where('category', '=', wanted.category);
  if (price) query = query.where('price_credits', '>=', price.min).where('price_credits', '<=', price.max);
  if (wanted.creatorId) query = query.where('creator_id', '=', wanted.creatorId);
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`);
  return query.execute();
}

/** Undefined when the creator is not visible to the viewer. */
export async function findVisible(db: Db, viewerId: string | null, id: string): Promise<BundleRow | undefined> {
  return db
    .selectFrom('bundles')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(viewerId, sql`bundles.creator_id`))
    .executeTakeFirst();
}

export const lockBundle = async (db: Db, id: string): Promise<BundleRow> =>
  db.selectFrom('bundles').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export async function insertBundle(
  db: Db,
  row: Insertable<Bundles>,
  contentIds: readonly string[],
): Promise<BundleRow> {
  const made = await db.insertInto('bundles').values(row).returningAll().executeTakeFirstOrThrow();
  await db
    .insertInto('bundle_items')
    .values(contentIds.map((contentId, position) => ({ bundle_id: made.id, content_id: contentId, position })))
    .execute();
  return made;
}

/** An own bundle on sale, locked against purchases. */
export const lockOwn = async (db: Db, creatorId: string, id: string): Promise<BundleRow | undefined> =>
  db
    .selectFrom('bundles')
    .selectAll()
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .where('withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const updateBundle = async (db: Db, id: string, change: Updateable<Bundles>): Promise<BundleRow> =>
  db.updateTable('bundles').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Returns whether an own bundle exists; idempotent. */
export async function withdraw(db: Db, creatorId: string, id: string, at: Date): Promise<boolean> {
  const changed = await db
    .updateTable('bundles')
    .set({ withdrawn_at: sql`coalesce(withdrawn_at, ${at})` })
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Item ids per bundle, in the creator's order. */
export async function listItemIds(db: Db, bundleIds: readonly string[]): Promise<Map<string, string[]>> {
  const items = new Map<string, string[]>(bundleIds.map((id) => [id, []]));
  if (bundleIds.length === 0) return items;
  const rows = await db
    .selectFrom('bundle_items')
    .select(['bundle_id', 'content_id'])
    .where('bundle_id', 'in', [...bundleIds])
    .orderBy('bundle_id')
    .orderBy('position')
    .execute();
  for (const row of rows) items.get(row.bundle_id)?.push(row.content_id);
  return items;
}

export async function listAccess(db: Db, accountId: string, bundleIds: readonly string[]): Promise<AccessRow[]> {
  if (bundleIds.length === 0) return [];
  return db
    .selectFrom('bundle_access')
    .select(['bundle_id', 'access_until', 'stars', sql<boolean>`access_until > now()`.as('is_open')])
    .where('account_id', '=', accountId)
    .where('bundle_id', 'in', [...bundleIds])
    .execute();
}

/** Stores or replaces a buyer's rating; returns false unless they have bought the bundle. */
export async function rate(
  db: Db,
  { accountId, bundleId, stars }: { accountId: string; bundleId: string; stars: number },
): Promise<boolean> {
  await lockBundle(db, bundleId);
  const before = await db
    .selectFrom('bundle_access')
    .select('stars')
    .where('account_id', '=', accountId)
    .where('bundle_id', '=', bundleId)
    .executeTakeFirst();
  if (!before) return false;
  await db
    .updateTable('bundle_access')
    .set({ stars })
    .where('account_id', '=', accountId)
    .where('bundle_id', '=', bundleId)
    .execute();
  await db
    .updateTable('bundles')
    .set({
      rating_sum: sql`rating_sum + ${stars - (before.stars ?? 0)}::int`,
      rating_count: sql`rating_count + ${before.stars === null ? 1 : 0}::int`,
    })
    .where('id', '=', bundleId)
    .execute();
  return true;
}

/**
 * Part of another module's SQL statement: whether an item is in a bundle that an account has access to, by the
 * database's clock.
 */
export const isOpenByBundle = (account: RawBuilder<unknown>, content: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from bundle_items join bundle_access on bundle_access.bundle_id = bundle_items.bundle_id
    where bundle_items.content_id = ${content} and bundle_access.account_id = ${account}
      and bundle_access.access_until > now())`;

/** Sum of stars and number of ratings for the bundles of a creator, or for all. */
export async function sumRatings(db: Db, creatorId: string | null): Promise<{ stars: number; ratings: number }> {
  const { rows } = await sql<{ stars: number; ratings: number }>`
    select coalesce(sum(rating_sum), 0)::int as stars, coalesce(sum(rating_count), 0)::int as ratings
      from bundles where ${creatorId === null ? sql`true` : sql`creator_id = ${creatorId}`}`.execute(db);
  return rows[0] ?? { stars: 0, ratings: 0 };
}
