import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { DiscoveryPeople } from '../../platform/database-types.ts';

export type PersonRow = Insertable<DiscoveryPeople>;

export async function deletePeople(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('discovery_people').where('profile_id', '=', sql<string>`any(${ids}::uuid[])`).execute();
}

/** Updates the list entries of these people. `fell_at` changes only for those who fell behind or moved. */
export async function upsertPeople(db: Db, rows: readonly PersonRow[]): Promise<void> {
  await db
    .insertInto('discovery_people')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('profile_id').doUpdateSet((on) => {
        const cell = on.ref('excluded.cell');
        return {
          cell,
          area: on.ref('excluded.area'),
          band: on.ref('excluded.band'),
          band_until: on.ref('excluded.band_until'),
          rank: on.ref('excluded.rank'),
          fell_at: sql<Date>`case when discovery_people.cell <> excluded.cell or discovery_people.rank < excluded.rank
            then excluded.fell_at else discovery_people.fell_at end`,
          boost: on.ref('excluded.boost'),
          boost_until: on.ref('excluded.boost_until'),
          age: on.ref('excluded.age'),
          relationship: on.ref('excluded.relationship'),
          verified: on.ref('excluded.verified'),
          interests: on.ref('excluded.interests'),
          available_until: on.ref('excluded.available_until'),
        };
      }),
    )
    .execute();
}

/** The ones of these that are recorded as away although they are present. */
export async function listReturned(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('discovery_people')
    .select('profile_id')
    .where('profile_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('band', '>', 0)
    .execute();
  return rows.map((row) => row.profile_id);
}

/** Ids of entries whose band, boost or availability has expired. */
export async function listDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    (select profile_id from discovery_people where band_until <= ${now} order by band_until limit ${limit})
    union (select profile_id from discovery_people where boost_until <= ${now} limit ${limit})
    union (select profile_id from discovery_people where available_until <= ${now} limit ${limit})
    limit ${limit}`.execute(db);
  return rows.map((row) => row.profile_id);
}

/** Displayed cell per profile, for profiles that share a location. */
export async function listShownPlaces(
  db: Db,
  ids: readonly string[],
): Promise<{ profile_id: string; shown_cell: bigint; shown_city: string }[]> {
  const { rows } = await sql<{ profile_id: string; shown_cell: bigint; shown_city: string }>`
    select profile_id, shown_cell, shown_city from discovery_places
      where profile_id = any(${ids}::uuid[]) and shown_cell is not null`.execute(db);
  return rows;
}

/** Categories that these people currently post about, by profile id. */
export async function listPosted(db: Db, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('interest_posts')
    .select((on) => ['profile_id', sql<string[]>`array_agg(distinct ${on.ref('category')})`.as('categories')])
    .where('profile_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('expires_at', '>', now)
    .groupBy('profile_id')
    .execute();
  return new Map(rows.map((row) => [row.profile_id, row.categories]));
}
