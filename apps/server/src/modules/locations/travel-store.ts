import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { TravelPlans } from '../../platform/database-types.ts';
import { visibleTo } from '../profiles/service.ts';

/** A plan with its days as text, because a day has no time zone. */
export type TripRow = Omit<Selectable<TravelPlans>, 'arrival_date' | 'departure_date'> & {
  arrival_date: string;
  departure_date: string;
};
/** Cursor of a page: the arrival day and the traveller. */
export type TripPosition = readonly [string, string];

const columns = sql`t.profile_id, t.home_city, t.visiting_city, t.arrival_date::text, t.departure_date::text,
  t.looking_for, t.created_at`;

/** The member's plan unless it is over. */
export async function findTrip(db: Db, profileId: string, today: string): Promise<TripRow | undefined> {
  const { rows } = await sql<TripRow>`select ${columns} from travel_plans t
    where t.profile_id = ${profileId} and t.departure_date >= ${today}::date`.execute(db);
  return rows[0];
}

export async function putTrip(db: Db, row: Insertable<TravelPlans>): Promise<void> {
  await db
    .insertInto('travel_plans')
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ ...row }))
    .execute();
}

export async function deleteTrip(db: Db, profileId: string): Promise<void> {
  await db.deleteFrom('travel_plans').where('profile_id', '=', profileId).execute();
}

/** Members whose arrival is today, or whose last day was yesterday: they are shown elsewhere from now on. */
export async function listTurning(db: Db, today: string): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`select profile_id from travel_plans
    where arrival_date = ${today}::date or departure_date < ${today}::date`.execute(db);
  return rows.map((row) => row.profile_id);
}

export async function deleteEnded(db: Db, today: string): Promise<void> {
  await sql`delete from travel_plans where departure_date < ${today}::date`.execute(db);
}

/** Members in a city or on the way to it, by arrival, without the viewer. */
export async function listTravellers(
  db: Db,
  wanted: { viewerId: string | null; city: string; today: string; after: TripPosition | null; limit: number },
): Promise<TripRow[]> {
  const { viewerId, after } = wanted;
  const { rows } = await sql<TripRow>`select ${columns} from travel_plans t
    where t.visiting_city = ${wanted.city} and t.departure_date >= ${wanted.today}::date
      and t.profile_id is distinct from ${viewerId}::uuid and ${visibleTo(viewerId, sql.ref('t.profile_id'))}
      ${after ? sql`and (t.arrival_date, t.profile_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by t.arrival_date, t.profile_id limit ${wanted.limit}`.execute(db);
  return rows;
}

/** Current city of travelling members; others are missing. */
export async function listCitiesToday(
  db: Db,
  profileIds: readonly string[],
  today: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ profile_id: string; visiting_city: string }>`select profile_id, visiting_city
    from travel_plans where profile_id = any(${profileIds}::uuid[])
      and ${today}::date between arrival_date and departure_date`.execute(db);
  return new Map(rows.map((row) => [row.profile_id, row.visiting_city]));
}

/** Everyone in a city today by their plan; the caller checks visibility. */
export async function listInCity(db: Db, city: string, today: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`select profile_id from travel_plans
    where visiting_city = ${city} and ${today}::date between arrival_date and departure_date
    order by arrival_date desc, profile_id limit ${limit}`.execute(db);
  return rows.map((row) => row.profile_id);
}
