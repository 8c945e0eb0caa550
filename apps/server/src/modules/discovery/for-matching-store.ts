import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** A member listed by distance, with the fields that matching needs. */
export interface FindablePerson {
  id: string;
  age: number;
  /** The displayed cell. */
  cell: bigint;
  /** Band of the last visit, as an index into the contract's bands. */
  band: number;
  /** One bit for each category of interest, in the order of the contract. */
  interests: number;
}

const selectFindable = (db: Db) =>
  db.selectFrom('discovery_people').select(['profile_id as id', 'age', 'cell', 'band', 'interests']);

export const findFindable = (db: Db, profileId: string): Promise<FindablePerson | undefined> =>
  selectFindable(db).where('profile_id', '=', profileId).executeTakeFirst();

/** Ordered by id; the next page begins after the last id. */
export async function listFindable(db: Db, after: string | null, limit: number): Promise<FindablePerson[]> {
  const query = selectFindable(db).orderBy('profile_id').limit(limit);
  return (after === null ? query : query.where('profile_id', '>', after)).execute();
}

export interface FlameDay {
  date: string;
  sent: number;
  received: number;
}

/** Flames of a member by Johannesburg day, without empty days. */
export async function listFlameDays(db: Db, profileId: string, since: Date): Promise<FlameDay[]> {
  const { rows } = await sql<FlameDay>`
    select to_char(sent_at at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') as date,
        (count(*) filter (where sender_id = ${profileId}))::int as sent,
        (count(*) filter (where recipient_id = ${profileId}))::int as received
      from flames where sent_at >= ${since} and (sender_id = ${profileId} or recipient_id = ${profileId})
      group by 1`.execute(db);
  return rows;
}

export async function countFlames(
  db: Db,
  profileId: string,
): Promise<{ sent: number; received: number; mutual: number }> {
  const { rows } = await sql<{ sent: number; received: number; mutual: number }>`
    select (select count(*) from flames where sender_id = ${profileId})::int as sent,
      (select count(*) from flames where recipient_id = ${profileId})::int as received,
      (select count(*) from flame_matches where ${profileId} in (low_id, high_id))::int as mutual`.execute(db);
  return rows[0] ?? { sent: 0, received: 0, mutual: 0 };
}
