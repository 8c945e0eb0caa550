import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { TonightRequests, TonightResponses } from '../../platform/database-types.ts';
import { visibleTo } from '../profiles/service.ts';

/** A request for the viewer: how many visible members have responded, and whether the viewer did. */
export type SeenRequest = Selectable<TonightRequests> & { responses: number; responded: boolean };
export type ResponseRow = Selectable<TonightResponses>;

/** Serialises a member's posts and responses, so that the nightly quota holds for concurrent ones too. */
export async function lockWriter(db: Db, profileId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tonight ${profileId}`}, 0))`.execute(db);
}

const seen = (viewerId: string | null) => sql`r.*,
  (select count(*)::int from tonight_responses a
    where a.request_id = r.id and (a.profile_id = ${viewerId}::uuid or ${visibleTo(viewerId, sql.ref('a.profile_id'))})) as responses,
  exists (select from tonight_responses a where a.request_id = r.id and a.profile_id = ${viewerId}::uuid) as responded`;
const existsFor = (viewerId: string | null, now: Date) => sql`r.lapses_at > ${now}
  and (r.profile_id = ${viewerId}::uuid or ${visibleTo(viewerId, sql.ref('r.profile_id'))})`;

export async function findSeen(
  db: Db,
  viewerId: string | null,
  id: string,
  now: Date,
): Promise<SeenRequest | undefined> {
  const { rows } = await sql<SeenRequest>`select ${seen(viewerId)} from tonight_requests r
    where r.id = ${id} and ${existsFor(viewerId, now)}`.execute(db);
  return rows[0];
}

/** Cursor of a page: the position of its city in `nearestFirst`, and the last request. */
export type NightPosition = readonly [place: number, id: string];

/** Requests that have not lapsed, nearest city first and newest first in each. */
export async function listSeen(
  db: Db,
  wanted: {
    viewerId: string | null;
    city: string | undefined;
    category: string | undefined;
    now: Date;
    /** Cities by their distance from the viewer's. */
    nearestFirst: readonly string[];
    after: NightPosition | null;
    limit: number;
  },
): Promise<(SeenRequest & { place: number })[]> {
  const { viewerId, city, category, after } = wanted;
  const place = sql`coalesce(array_position(${wanted.nearestFirst}::text[], r.city::text), 0)`;
  const { rows } = await sql<
    SeenRequest & { place: number }
  >`select ${seen(viewerId)}, ${place} as place from tonight_requests r
    where ${existsFor(viewerId, wanted.now)}
      ${city ? sql`and r.city = ${city}` : sql``} ${category ? sql`and r.category = ${category}` : sql``}
      ${after ? sql`and (${place} > ${after[0]}::int or (${place} = ${after[0]}::int and r.id < ${after[1]}::uuid))` : sql``}
    order by place, r.id desc limit ${wanted.limit}`.execute(db);
  return rows;
}

/** Number of this member's requests that lapse with the night. */
export async function countPosted(db: Db, profileId: string, lapsesAt: Date): Promise<number> {
  const row = await db
    .selectFrom('tonight_requests')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('profile_id', '=', profileId)
    .where('lapses_at', '=', lapsesAt)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function countAnswered(db: Db, profileId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('tonight_responses')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('profile_id', '=', profileId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function insertRequest(db: Db, row: Insertable<TonightRequests>): Promise<void> {
  await db.insertInto('tonight_requests').values(row).execute();
}

/** Returns whether this author had one. */
export async function deleteRequest(db: Db, id: string, profileId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('tonight_requests')
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** False when this member has responded to it before. */
export async function insertResponse(db: Db, row: Insertable<TonightResponses>): Promise<boolean> {
  const made = await db
    .insertInto('tonight_responses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['request_id', 'profile_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function listResponses(
  db: Db,
  wanted: { viewerId: string; requestId: string; after: string | null; limit: number },
): Promise<ResponseRow[]> {
  const { rows } = await sql<ResponseRow>`select a.* from tonight_responses a
    where a.request_id = ${wanted.requestId} and ${visibleTo(wanted.viewerId, sql.ref('a.profile_id'))}
      ${wanted.after ? sql`and a.id < ${wanted.after}::uuid` : sql``}
    order by a.id desc limit ${wanted.limit}`.execute(db);
  return rows;
}

export async function deleteLapsed(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('tonight_requests').where('lapses_at', '<', before).execute();
}
