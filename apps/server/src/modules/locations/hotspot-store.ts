import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { HotspotEvents } from '../../platform/database-types.ts';
import { violatesUnique } from '../../platform/postgres-errors.ts';
import { visibleTo } from '../profiles/service.ts';

export type EventRow = Selectable<HotspotEvents>;
/** An event and the viewer's relation to it. */
export type SeenEvent = EventRow & { is_attending: boolean };
/** Cursor of a page: when the last event begins, and its id. */
export type EventPosition = readonly [string, string];

/** An event is visible to its organizer, and to everyone who may see the organizer. */
const existsFor = (viewerId: string | null): RawBuilder<boolean> =>
  sql`(e.organizer_id = ${viewerId}::uuid or (e.state <> 'removed' and ${visibleTo(viewerId, sql.ref('e.organizer_id'))}))`;
const attendedBy = (viewerId: string | null): RawBuilder<boolean> =>
  sql`exists (select from event_attendances a where a.event_id = e.id and a.profile_id = ${viewerId}::uuid)`;

/** Serialises a member's announcements, so that the daily quota holds for concurrent ones too. */
export async function lockOrganizer(db: Db, profileId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`events ${profileId}`}, 0))`.execute(db);
}

export async function countMadeSince(db: Db, profileId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('hotspot_events')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('organizer_id', '=', profileId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export const insertEvent = (db: Db, row: Insertable<HotspotEvents>): Promise<EventRow> =>
  db.insertInto('hotspot_events').values(row).returningAll().executeTakeFirstOrThrow();

export async function findSeen(db: Db, viewerId: string | null, id: string): Promise<SeenEvent | undefined> {
  const { rows } = await sql<SeenEvent>`select e.*, ${attendedBy(viewerId)} as is_attending
    from hotspot_events e where e.id = ${id} and ${existsFor(viewerId)}`.execute(db);
  return rows[0];
}

/** Upcoming events, soonest first; the viewer's own and attended ones also when they were cancelled. */
export async function listSeen(
  db: Db,
  wanted: {
    viewerId: string | null;
    city: string | undefined;
    category: string | undefined;
    mine: 'attending' | 'organizing' | undefined;
    now: Date;
    after: EventPosition | null;
    limit: number;
  },
): Promise<SeenEvent[]> {
  const { viewerId, mine, after } = wanted;
  const which =
    mine === 'organizing'
      ? sql`e.organizer_id = ${viewerId}::uuid`
      : mine === 'attending'
        ? sql`${attendedBy(viewerId)}`
        : sql`e.state = 'published'`;
  const { rows } = await sql<SeenEvent>`select e.*, ${attendedBy(viewerId)} as is_attending
    from hotspot_events e
   where e.starts_at > ${wanted.now} and ${which} and ${existsFor(viewerId)}
     ${wanted.city ? sql`and e.city = ${wanted.city}` : sql``}
     ${wanted.category ? sql`and e.category = ${wanted.category}` : sql``}
     ${after ? sql`and (e.starts_at, e.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
   order by e.starts_at, e.id limit ${wanted.limit}`.execute(db);
  return rows;
}

export async function countByCity(
  db: Db,
  viewerId: string | null,
  now: Date,
): Promise<{ city: string; events: number }[]> {
  const { rows } = await sql<{ city: string; events: number }>`select e.city, count(*)::int as events
    from hotspot_events e where e.state = 'published' and e.starts_at > ${now} and ${existsFor(viewerId)}
   group by e.city order by 2 desc, 1`.execute(db);
  return rows;
}

/**
 * Takes a place while there is one: one statement raises the count and writes the place, so concurrent ones see each
 * other. Returns false when none was taken.
 */
export async function takePlace(db: Db, place: { eventId: string; profileId: string; now: Date }): Promise<boolean> {
  const { eventId, profileId, now } = place;
  const taken = await sql`with place as (
      update hotspot_events e set attendee_count = attendee_count + 1
       where id = ${eventId} and state = 'published' and starts_at > ${now} and attendee_count < max_attendees
         and not exists (select from event_attendances a where a.event_id = e.id and a.profile_id = ${profileId})
      returning id)
    insert into event_attendances (event_id, profile_id, created_at) select id, ${profileId}, ${now} from place
    returning event_id`
    .execute(db)
    .catch((error: unknown) => {
      // A concurrent tap of the same member was first; this statement changes nothing.
      if (violatesUnique(error, 'event_attendances_pkey')) return { rows: [] };
      throw error;
    });
  return taken.rows.length === 1;
}

/** Returns whether there was a place to free. */
export async function leavePlace(db: Db, eventId: string, profileId: string): Promise<boolean> {
  const { rows } = await sql`with deleted as (
      delete from event_attendances where event_id = ${eventId} and profile_id = ${profileId} returning event_id)
    update hotspot_events set attendee_count = attendee_count - 1 where id in (select event_id from deleted)
    returning id`.execute(db);
  return rows.length === 1;
}

/** The event when this changed it; undefined when it was no longer published, or has another organizer. */
export async function callOff(
  db: Db,
  change: { id: string; state: 'cancelled' | 'removed'; organizerId?: string },
): Promise<EventRow | undefined> {
  let query = db.updateTable('hotspot_events').set({ state: change.state }).where('id', '=', change.id).returningAll();
  query = change.state === 'removed' ? query.where('state', '<>', 'removed') : query.where('state', '=', 'published');
  if (change.organizerId) query = query.where('organizer_id', '=', change.organizerId);
  return query.executeTakeFirst();
}

export async function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  return db.selectFrom('hotspot_events').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Marks some attendees as notified and returns them; rows locked by another run are skipped. */
export async function claimUnnotified(db: Db, eventId: string, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`update event_attendances set notified_at = ${now}
    where event_id = ${eventId} and profile_id in (
      select profile_id from event_attendances where event_id = ${eventId} and notified_at is null
       order by profile_id limit ${limit} for update skip locked)
    returning profile_id`.execute(db);
  return rows.map((row) => row.profile_id);
}
