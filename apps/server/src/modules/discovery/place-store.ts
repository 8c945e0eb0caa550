import type { ProvinceCode } from '@vlam/contract/constants';
import type { City } from '@vlam/contract/rules/places';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { DiscoveryPlaces } from '../../platform/database-types.ts';

export type PlaceRow = Selectable<DiscoveryPlaces>;

export async function findPlace(db: Db, profileId: string): Promise<PlaceRow | undefined> {
  return db.selectFrom('discovery_places').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
}

/** Locks a profile's row until the transaction ends; creates it when there is none. */
export async function lockPlace(db: Db, profileId: string, today: string): Promise<PlaceRow & { isNew: boolean }> {
  const made = await db
    .insertInto('discovery_places')
    .values({ profile_id: profileId, day: today, changes: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('profile_id')
    .executeTakeFirst();
  const row = await db
    .selectFrom('discovery_places')
    .selectAll()
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, isNew: made !== undefined };
}

export interface Place {
  cell: bigint;
  city: City;
  province: ProvinceCode;
  source: 'device' | 'city';
  changedAt: Date;
}

/** Saves the member's place; it is shown at once when `showsAt` is null. */
export async function savePlace(db: Db, profileId: string, place: Place, showsAt: Date | null): Promise<void> {
  const { cell, city, province } = place;
  await db
    .updateTable('discovery_places')
    .set({
      cell,
      city,
      province,
      source: place.source,
      changed_at: place.changedAt,
      shows_at: showsAt,
      ...(showsAt ? {} : { shown_cell: cell, shown_city: city, shown_province: province }),
    })
    .where('profile_id', '=', profileId)
    .execute();
}

export async function saveChanges(
  db: Db,
  profileId: string,
  counted: { day: string; changes: number; city_changed_at?: Date },
): Promise<void> {
  await db.updateTable('discovery_places').set(counted).where('profile_id', '=', profileId).execute();
}

/** Keeps only today's number of changes. */
export async function forgetPlace(db: Db, profileId: string): Promise<void> {
  await db
    .updateTable('discovery_places')
    .set({
      cell: null,
      city: null,
      province: null,
      source: null,
      changed_at: null,
      shown_cell: null,
      shown_city: null,
      shown_province: null,
      shows_at: null,
    })
    .where('profile_id', '=', profileId)
    .execute();
}

/** Members whose move has waited long enough, longest first. */
export async function listDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('discovery_places')
    .select('profile_id')
    .where('shows_at', '<=', now)
    .orderBy('shows_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.profile_id);
}

/** Shows the due moves of these members; returns their ids, with the province others see from now on. */
export async function showPlaces(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<{ profileId: string; province: ProvinceCode | null }[]> {
  const { rows } = await sql<{ profileId: string; province: ProvinceCode | null }>`
    update discovery_places set shown_cell = cell, shown_city = city, shown_province = province, shows_at = null
      where profile_id = any(${ids}::uuid[]) and shows_at <= ${now}
      returning profile_id as "profileId", province`.execute(db);
  return rows;
}
