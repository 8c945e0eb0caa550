import { bundleAccessDays } from '@vlam/contract/marketplace';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { BundlePurchases } from '../../platform/database-types.ts';

export type PurchaseRow = Selectable<BundlePurchases> & { title: string; creator_id: string };

const purchases = (db: Db) =>
  db
    .selectFrom('bundle_purchases')
    .innerJoin('bundles', 'bundles.id', 'bundle_purchases.bundle_id')
    .selectAll('bundle_purchases')
    .select(['bundles.title', 'bundles.creator_id']);

export const findByKey = async (db: Db, accountId: string, key: string): Promise<PurchaseRow | undefined> =>
  purchases(db)
    .where('bundle_purchases.account_id', '=', accountId)
    .where('bundle_purchases.key', '=', key)
    .executeTakeFirst();

/** An account's purchases, newest first. */
export async function listByAccount(
  db: Db,
  wanted: { accountId: string; after: string | null; limit: number },
): Promise<PurchaseRow[]> {
  let query = purchases(db)
    .where('bundle_purchases.account_id', '=', wanted.accountId)
    .orderBy('bundle_purchases.id', 'desc')
    .limit(wanted.limit);
  if (wanted.after) query = query.where('bundle_purchases.id', '<', wanted.after);
  return query.execute();
}

/** Grants access for the bundle's period from now, by the database's clock. Null, without a change, while access lasts. */
export async function openAccess(db: Db, accountId: string, bundleId: string): Promise<Date | null> {
  const { rows } = await sql<{ access_until: Date }>`
    insert into bundle_access (account_id, bundle_id, access_until)
      values (${accountId}, ${bundleId}, now() + make_interval(days => ${bundleAccessDays}))
      on conflict (account_id, bundle_id) do update set access_until = excluded.access_until
        where bundle_access.access_until <= now()
      returning access_until`.execute(db);
  return rows[0]?.access_until ?? null;
}

export async function insertPurchase(
  db: Db,
  purchase: { id: string; accountId: string; bundleId: string; price: number; key: string; accessUntil: Date },
): Promise<void> {
  await db
    .insertInto('bundle_purchases')
    .values({
      id: purchase.id,
      account_id: purchase.accountId,
      bundle_id: purchase.bundleId,
      price_credits: purchase.price,
      key: purchase.key,
      purchased_at: sql`now()`,
      access_until: purchase.accessUntil,
    })
    .execute();
  await db
    .updateTable('bundles')
    .set({ purchase_count: sql`purchase_count + 1` })
    .where('id', '=', purchase.bundleId)
    .execute();
}
