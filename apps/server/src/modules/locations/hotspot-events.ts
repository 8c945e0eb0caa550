import type { EventView, locationsOperations } from '@vlam/contract/locations';
import type { BodyOf, QueryOf } from '@vlam/contract/operation';
import { eventsPerDay } from '@vlam/contract/rules/meeting';
import * as z from 'zod/mini';
import { type Clock, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import * as store from './hotspot-store.ts';
import { eventCancelledMail, eventRemovedMail } from './mails.ts';
import { eventStart } from './policy.ts';
import { canAnnounce, johannesburgTime, toEventView } from './view.ts';

type Ops = typeof locationsOperations;

export interface HotspotEvents {
  list(viewer: Viewer, wanted: QueryOf<Ops['listEvents']>): Promise<{ items: EventView[]; nextCursor: string | null }>;
  /** Number of upcoming events the viewer can see in each city, most first. */
  cities(viewer: Viewer): Promise<{ city: EventView['city']; events: number }[]>;
  /** Throws `NOT_FOUND`. */
  get(viewer: Viewer, eventId: string): Promise<EventView>;
  /** Throws `FORBIDDEN` for members who are not verified, `VALIDATION_FAILED` for the time, `QUOTA_REACHED`. */
  create(viewer: Viewer, event: BodyOf<Ops['createEvent']>): Promise<EventView>;
  /** Cancels the viewer's own event before it begins and notifies its attendees. Throws `NOT_FOUND`. */
  cancel(viewer: Viewer, eventId: string): Promise<void>;
  /** Takes a place; idempotent. Throws `NOT_FOUND`, `FORBIDDEN` for the age, `CONFLICT` when none is left. */
  attend(viewer: Viewer, eventId: string): Promise<EventView>;
  leave(viewer: Viewer, eventId: string): Promise<EventView>;
  /** For staff, with a row in the audit log. Throws `NOT_FOUND`. */
  remove(viewer: Viewer, eventId: string, reason: string): Promise<void>;
  /** The organizer of an event that exists for the viewer. */
  ownerOf(viewer: Viewer, eventId: string): Promise<string | null>;
  tasks: JobTask[];
}

export interface EventDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  jobs: Jobs;
  mailer: Mailer;
  identity: Pick<IdentityService, 'getAccount'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  profiles: Pick<ProfilesService, 'cards' | 'get'>;
}

const pageLength = 20;
const batchSize = 50;
const position = z.tuple([z.iso.datetime(), z.uuid()]);
const cancelledKind = jobKind<{ eventId: string }>('locations.event-cancelled');

export function createHotspotEvents(deps: EventDependencies): HotspotEvents {
  const { config, clock, jobs, mailer, identity, compliance, profiles } = deps;
  const { db } = deps.database;

  async function present(viewer: Viewer, rows: readonly store.SeenEvent[]): Promise<EventView[]> {
    const cards = await profiles.cards.list([...new Set(rows.map((row) => row.organizer_id))]);
    const byId = new Map(cards.map((card) => [card.id, card]));
    return rows.flatMap((row) => {
      const organizer = byId.get(row.organizer_id);
      return organizer ? [toEventView(row, organizer, viewer.profileId)] : [];
    });
  }

  async function requireSeen(viewer: Viewer, eventId: string): Promise<store.SeenEvent> {
    const row = await store.findSeen(db, viewer.profileId, eventId);
    // A past event is visible to its attendees.
    const isOver = row && row.starts_at <= clock.now() && !row.is_attending && row.organizer_id !== viewer.profileId;
    if (!row || isOver) throw new AppError('NOT_FOUND');
    return row;
  }

  async function get(viewer: Viewer, eventId: string): Promise<EventView> {
    const [view] = await present(viewer, [await requireSeen(viewer, eventId)]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  async function addressOf(on: Db, profileId: string): Promise<string | null> {
    const card = await profiles.cards.find(profileId);
    const account = card && (await identity.getAccount(on, card.accountId).catch(() => null));
    return account?.holdsEmail ? account.email : null;
  }

  /** Notifies every attendee, in batches that are written with their mails or not at all. */
  async function notifyAttendees(eventId: string): Promise<void> {
    const event = await store.findEvent(db, eventId);
    if (!event || event.state === 'published') return;
    const facts = {
      title: event.title,
      date: johannesburgDay(event.starts_at),
      time: johannesburgTime(event.starts_at),
    };
    for (let notified = batchSize; notified === batchSize; )
      notified = await db.transaction().execute(async (tx) => {
        const people = await store.claimUnnotified(tx, eventId, clock.now(), batchSize);
        for (const profileId of people) {
          const to = await addressOf(tx, profileId);
          if (to) await mailer.queue(tx, eventCancelledMail(to, config.publicUrl, facts));
        }
        return people.length;
      });
  }

  return {
    get,
    async list(viewer, { city, category, mine, cursor, limit = pageLength }) {
      const after = decodeCursor(position, cursor);
      const now = clock.now();
      const wanted = { viewerId: viewer.profileId, city, category, mine, now, after, limit: limit + 1 };
      const rows = await store.listSeen(db, wanted);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await present(viewer, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.starts_at.toISOString(), last.id]) : null,
      };
    },
    cities: async (viewer) =>
      (await store.countByCity(db, viewer.profileId, clock.now())) as { city: EventView['city']; events: number }[],

    async create(viewer, event) {
      const profileId = requireProfileId(viewer);
      const now = clock.now();
      const startsAt = eventStart(event.startsAt, now);
      const card = await profiles.cards.find(profileId);
      if (!card || !canAnnounce(card))
        throw new AppError('FORBIDDEN', { message: 'Verified members can announce events' });
      const row = await db.transaction().execute(async (tx) => {
        await store.lockOrganizer(tx, profileId);
        if ((await store.countMadeSince(tx, profileId, startOfDay(johannesburgDay(now)))) >= eventsPerDay)
          throw new AppError('QUOTA_REACHED', { message: say`You can announce ${eventsPerDay} events a day` });
        return store.insertEvent(tx, {
          id: newId(now.getTime()),
          organizer_id: profileId,
          title: event.title,
          description: event.description,
          venue: event.venue,
          address: event.address,
          city: event.city,
          category: event.category,
          starts_at: startsAt,
          max_attendees: event.maxAttendees,
          price_cents: event.priceCents ?? 0,
          minimum_age: event.minimumAge ?? 18,
          dresscode: event.dresscode ?? '',
          tags: [...new Set(event.tags ?? [])],
          created_at: now,
        });
      });
      return toEventView({ ...row, is_attending: false }, card, profileId);
    },

    async cancel(viewer, eventId) {
      const organizerId = requireProfileId(viewer);
      await db.transaction().execute(async (tx) => {
        const row = await store.callOff(tx, { id: eventId, state: 'cancelled', organizerId });
        if (row) return jobs.enqueue(tx, cancelledKind, { eventId }, { key: `event-cancelled:${eventId}` });
        const current = await store.findEvent(tx, eventId);
        if (current?.organizer_id !== organizerId) throw new AppError('NOT_FOUND');
      });
    },

    async attend(viewer, eventId) {
      const profileId = requireProfileId(viewer);
      const row = await requireSeen(viewer, eventId);
      if (row.organizer_id === profileId) throw new AppError('CONFLICT', { message: 'This is your own event' });
      if (!row.is_attending) {
        const { age } = await profiles.get(viewer, profileId);
        if ((age ?? 18) < row.minimum_age)
          throw new AppError('FORBIDDEN', { message: say`This event is for people of ${row.minimum_age} and older` });
        await store.takePlace(db, { eventId, profileId, now: clock.now() });
      }
      const view = await get(viewer, eventId);
      if (view.isAttending) return view;
      const message =
        view.state !== 'published'
          ? 'This event does not take place'
          : view.attendees >= view.maxAttendees
            ? 'This event is full'
            : 'This event has begun';
      throw new AppError('CONFLICT', { message });
    },
    async leave(viewer, eventId) {
      await requireSeen(viewer, eventId);
      await store.leavePlace(db, eventId, requireProfileId(viewer));
      return get(viewer, eventId);
    },

    async remove(viewer, eventId, reason) {
      await db.transaction().execute(async (tx) => {
        const row = await store.callOff(tx, { id: eventId, state: 'removed' });
        if (!row) throw new AppError('NOT_FOUND');
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'event.removed',
          targetType: 'event',
          targetId: eventId,
          reason,
          details: { title: row.title, organizer: row.organizer_id, attendees: row.attendee_count },
        });
        const to = await addressOf(tx, row.organizer_id);
        if (to) await mailer.queue(tx, eventRemovedMail(to, { title: row.title, reason }));
        await jobs.enqueue(tx, cancelledKind, { eventId }, { key: `event-cancelled:${eventId}` });
      });
    },
    ownerOf: async (viewer, eventId) => (await store.findSeen(db, viewer.profileId, eventId))?.organizer_id ?? null,
    tasks: [jobTask(cancelledKind, ({ eventId }) => notifyAttendees(eventId))],
  };
}
