import { provinceOf } from '@vlam/contract/rules/places';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { Profiles } from '../../platform/database-types.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { visibleRow } from './visibility-store.ts';

export type ProfileRow = Selectable<Profiles>;

export async function findByAccount(db: Db, accountId: string): Promise<ProfileRow | undefined> {
  return db.selectFrom('profiles').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Profile ids by account id. */
export async function findIdsByAccount(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'account_id'])
    .where('account_id', 'in', accountIds)
    .execute();
  return new Map(rows.flatMap((row) => (row.account_id ? [[row.account_id, row.id] as const] : [])));
}

export async function findAccountId(db: Db, profileId: string): Promise<string | null> {
  const row = await db.selectFrom('profiles').select('account_id').where('id', '=', profileId).executeTakeFirst();
  return row?.account_id ?? null;
}

/** The monthly price, locked until the transaction ends. */
export async function lockPrice(db: Db, profileId: string): Promise<number | null> {
  const row = await db
    .selectFrom('profiles')
    .select('subscription_price_cents')
    .where('id', '=', profileId)
    .forShare()
    .executeTakeFirst();
  return row?.subscription_price_cents ?? null;
}

/** Since when a creator sells no subscriptions; null while they are sold. */
export async function findSubscriptionsStopped(db: Db, profileId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('profiles')
    .select('subscriptions_stopped_at')
    .where('id', '=', profileId)
    .executeTakeFirst();
  return row?.subscriptions_stopped_at ?? null;
}

/** Part of another module's SQL statement: ids of creators who sell no subscriptions. */
export const stoppedSelling = sql`select id from profiles where subscriptions_stopped_at is not null`;

/** Stops or restarts the sale of subscriptions; an earlier stop keeps its moment. Returns the moment. */
export async function setSubscriptionsStopped(db: Db, profileId: string, at: Date | null): Promise<Date | null> {
  const row = await db
    .updateTable('profiles')
    .set({
      subscriptions_stopped_at: at && sql<Date>`coalesce(profiles.subscriptions_stopped_at, ${at}::timestamptz)`,
    })
    .where('id', '=', profileId)
    .returning('subscriptions_stopped_at')
    .executeTakeFirstOrThrow();
  return row.subscriptions_stopped_at;
}

/** The viewer's own profile is always visible. */
export async function findVisible(db: Db, viewerId: string | null, id: string): Promise<ProfileRow | undefined> {
  return db
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`(id = ${viewerId}::uuid or ${visibleRow(viewerId, 'profiles')})`)
    .executeTakeFirst();
}

/** Profiles of these accounts that are visible to the viewer. */
export const listVisibleByAccount = (
  db: Db,
  viewerId: string | null,
  accountIds: readonly string[],
): Promise<ProfileRow[]> =>
  db
    .selectFrom('profiles')
    .selectAll()
    .where('account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .where(visibleRow(viewerId, 'profiles'))
    .execute();

/** A creator with a proven age who is not suspended or gone. */
export async function findReferrer(db: Db, id: string): Promise<ProfileRow | undefined> {
  return db
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', id)
    .where('category', 'is not', null)
    .where('creator_verified_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Profiles by account, whether others see them or not: for staff. */
export async function listByAccounts(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, { profileId: string; name: string }>> {
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'account_id', 'display_name'])
    .where('account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.account_id, { profileId: row.id, name: row.display_name }]));
}

/** Prepares the query for profiles by id. */
export function createListByIds(database: Database): (ids: readonly string[]) => Promise<ProfileRow[]> {
  const statement = prepare<'ids', ProfileRow>(
    database,
    'profiles by id',
    ['ids'],
    ({ ids }) => sql`select * from profiles where id = any(${ids}::uuid[])`,
  );
  return (ids) => statement({ ids: uuidArray(ids) });
}

/** Returns false when the account already has a profile. */
export async function insertProfile(db: Db, row: Insertable<Profiles>): Promise<boolean> {
  const made = await db
    .insertInto('profiles')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function lockByAccount(db: Db, accountId: string): Promise<ProfileRow | undefined> {
  return db.selectFrom('profiles').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst();
}

export async function updateProfile(db: Db, id: string, change: Updateable<Profiles>): Promise<ProfileRow> {
  // A shared location takes precedence over the profile's city.
  const province =
    typeof change.city === 'string'
      ? { province: sql<string | null>`coalesce(place_province, ${provinceOf(change.city)}::text)` }
      : {};
  return db
    .updateTable('profiles')
    .set({ ...change, ...province })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records the proof of age: others may see the profile from now on. */
export async function setAdult(
  db: Db,
  accountId: string,
  proved: { at: Date; age: number | null },
): Promise<ProfileRow | undefined> {
  return db
    .updateTable('profiles')
    .set({
      awaiting_age_check: false,
      creator_verified_at: sql`case when category is null then null else coalesce(creator_verified_at, ${proved.at}) end`,
      ...(proved.age === null ? {} : { stated_age: proved.age }),
    })
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
}

/** Hides the profile after a withdrawn proof of age, and clears the verified badge. Returns the profile id, if any. */
export async function setAwaitingAgeCheck(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .updateTable('profiles')
    .set({ awaiting_age_check: true, identity_checked_at: null })
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Records that staff checked the identity document. Returns the profile id, if any. */
export async function setIdentityChecked(db: Db, accountId: string, at: Date | null): Promise<string | undefined> {
  const row = await db
    .updateTable('profiles')
    .set({ identity_checked_at: at })
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Hides or restores a suspended or erased member; their own choice to hide is kept. Returns the profile id, if any. */
export async function setRemoved(db: Db, accountId: string, at: Date | null): Promise<string | undefined> {
  const row = await db
    .updateTable('profiles')
    .set({ removed_at: at, hidden_at: sql`coalesce(${at}::timestamptz, hides_since)` })
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function setLastSeen(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await sql`update profiles set last_seen_at = ${at} where id = any(${ids}::uuid[])`.execute(db);
}

/** A daily changing selection of the most followed creators. */
export async function listFeatured(
  db: Db,
  wanted: { viewerId: string | null; day: string; limit: number },
): Promise<ProfileRow[]> {
  const top = db
    .selectFrom('profiles')
    .selectAll()
    .where('category', 'is not', null)
    .where('creator_verified_at', 'is not', null)
    .where(sql<boolean>`id is distinct from ${wanted.viewerId}::uuid`)
    .where(visibleRow(wanted.viewerId, 'profiles'))
    .orderBy('subscriber_count', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit * 5);
  return db
    .selectFrom(top.as('top'))
    .selectAll()
    .orderBy(sql`hashtextextended(top.id::text || ${wanted.day}, 0)`)
    .limit(wanted.limit)
    .execute();
}

export async function listSamples(db: Db): Promise<ProfileRow[]> {
  return db
    .selectFrom('profiles')
    .selectAll()
    .where('sample_slug', 'is not', null)
    .where('hidden_at', 'is', null)
    .orderBy('subscription_price_cents', 'desc')
    .execute();
}
