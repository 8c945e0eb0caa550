import { sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProfileRow } from './store.ts';
import { visibleTo } from './visibility-store.ts';

/** Prepares the query for the profiles among `ids` that are visible to a viewer, the viewer's own included. */
export function createListVisible(
  database: Database,
): (viewerId: string | null, ids: readonly string[]) => Promise<ProfileRow[]> {
  const statement = prepare<'viewer' | 'ids', ProfileRow>(
    database,
    'visible people',
    ['viewer', 'ids'],
    ({ viewer, ids }) => sql`
      select people.* from profiles as people
        where people.id = any(${ids}::uuid[]) and ${visibleTo(sql`${viewer}::uuid`, sql`people.id`)}`,
  );
  return (viewerId, ids) => statement({ viewer: viewerId, ids: uuidArray(ids) });
}

/** Accounts of the viewers who may see a creator's profile. */
export async function listCreatorSubscribers(
  db: Db,
  creatorId: string,
  viewers: readonly Pick<Viewer, 'accountId' | 'profileId'>[],
): Promise<ReadonlySet<string>> {
  const accountIds = viewers.map(({ accountId }) => accountId);
  const profileIds = viewers.map(({ profileId }) => profileId);
  const { rows } = await sql<{ account_id: string }>`
    select viewer.account_id
      from unnest(${accountIds}::uuid[], ${profileIds}::uuid[]) as viewer (account_id, profile_id)
      join profiles as creator on creator.id = ${creatorId}
      where creator.category is not null and ${visibleTo(sql`viewer.profile_id`, sql`creator.id`)}`.execute(db);
  return new Set(rows.map((row) => row.account_id));
}

/** Locks the rows in order of id until the transaction ends; `skipLocked` leaves out rows locked elsewhere. */
export async function lockPeople(
  db: Db,
  ids: readonly string[],
  options: { skipLocked?: boolean } = {},
): Promise<ProfileRow[]> {
  const query = db
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate();
  return (options.skipLocked ? query.skipLocked() : query).execute();
}

export async function findCity(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom('profiles').select('city').where('id', '=', id).executeTakeFirst())?.city;
}

export async function setAvailable(db: Db, id: string, until: Date | null): Promise<void> {
  await db.updateTable('profiles').set({ available_until: until }).where('id', '=', id).execute();
}

export async function findAvailable(db: Db, id: string): Promise<Date | null | undefined> {
  return (await db.selectFrom('profiles').select('available_until').where('id', '=', id).executeTakeFirst())
    ?.available_until;
}

export async function findLastSeen(db: Db, id: string): Promise<Date | null> {
  const row = await db.selectFrom('profiles').select('last_seen_at').where('id', '=', id).executeTakeFirst();
  return row?.last_seen_at ?? null;
}
