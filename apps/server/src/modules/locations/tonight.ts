import { cities } from '@vlam/contract/constants';
import type { locationsOperations, TonightRequest, tonightResponse } from '@vlam/contract/locations';
import type { BodyOf, QueryOf } from '@vlam/contract/operation';
import { tonightLimits } from '@vlam/contract/rules/meeting';
import { type City, cityPlaces, isCity } from '@vlam/contract/rules/places';
import { greatCircleDistance } from 'h3-js';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { endOfTonight, refuse } from './policy.ts';
import * as store from './tonight-store.ts';
import type { PersonCards } from './travel.ts';

type Ops = typeof locationsOperations;
type TonightResponse = z.output<typeof tonightResponse>;

export interface Tonight {
  list(
    viewer: Viewer,
    wanted: QueryOf<Ops['tonight']>,
  ): Promise<{ items: TonightRequest[]; nextCursor: string | null }>;
  /** Lasts until the next 06:00 in Johannesburg. Throws `QUOTA_REACHED`, `VALIDATION_FAILED` when no city is known. */
  post(viewer: Viewer, request: BodyOf<Ops['postTonight']>): Promise<TonightRequest>;
  /** Throws `NOT_FOUND` unless the request is the viewer's own. */
  remove(viewer: Viewer, requestId: string): Promise<void>;
  /** Responds once. Throws `NOT_FOUND`, `CONFLICT` for a second response or one's own request, `QUOTA_REACHED`. */
  respond(viewer: Viewer, requestId: string, message: string): Promise<{ responded: boolean; responseCount: number }>;
  /** Throws `NOT_FOUND` unless the request is the viewer's own. */
  responses(
    viewer: Viewer,
    requestId: string,
    page: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ items: TonightResponse[]; nextCursor: string | null }>;
  /** The author of a request that exists for the viewer. */
  ownerOf(viewer: Viewer, requestId: string): Promise<string | null>;
  tasks: JobTask[];
}

const pageLength = 20;
const position = z.tuple([z.uuid()]);
/** Position of the city among the nearest, and the request. */
const nightPosition = z.tuple([z.int(), z.uuid()]);
/** A lapsed request is kept this long, hidden, for staff who review a report of it. */
const keptMs = 7 * 86_400_000;
/** All cities by distance from one of them, or in the default order from elsewhere. */
export function citiesFrom(own: string): readonly City[] {
  if (!isCity(own)) return cities;
  const at = (city: City): [number, number] => [cityPlaces[city].latitude, cityPlaces[city].longitude];
  const km = (city: City) => greatCircleDistance(at(own), at(city), 'km');
  return [...cities].sort((a, b) => km(a) - km(b));
}
const sweepKind = jobKind('locations.sweep-tonight', { maxAttempts: 2 });

export function createTonight(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'get'>;
  personCards: PersonCards;
  /** Selectable cities; a profile may name another. */
  cities: readonly string[];
}): Tonight {
  const { clock, profiles } = deps;
  const { db } = deps.database;

  async function present(viewer: Viewer, rows: readonly store.SeenRequest[]): Promise<TonightRequest[]> {
    const people = await deps.personCards(viewer, [...new Set(rows.map((row) => row.profile_id))]);
    return rows.flatMap((row) => {
      const person = people.get(row.profile_id);
      if (!person) return [];
      return [
        {
          id: row.id,
          person,
          text: row.text,
          location: row.city as TonightRequest['location'],
          category: row.category as TonightRequest['category'],
          timePosted: row.created_at.toISOString(),
          lapsesAt: row.lapses_at.toISOString(),
          responseCount: row.responses,
          responded: row.responded,
          isOwn: row.profile_id === viewer.profileId,
        },
      ];
    });
  }

  async function requireSeen(viewer: Viewer, requestId: string): Promise<store.SeenRequest> {
    const row = await store.findSeen(db, viewer.profileId, requestId, clock.now());
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  return {
    async list(viewer, { city, category, cursor, limit = pageLength }) {
      const { profileId: viewerId } = viewer;
      const own = viewerId === null ? '' : (await profiles.get(viewer, viewerId)).location;
      const nearestFirst = citiesFrom(own);
      const after = decodeCursor(nightPosition, cursor);
      const wanted = { viewerId, city, category, nearestFirst, now: clock.now(), after, limit: limit + 1 };
      const rows = await store.listSeen(db, wanted);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await present(viewer, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.place, last.id]) : null,
      };
    },

    async post(viewer, { text, category, city }) {
      const profileId = requireProfileId(viewer);
      const now = clock.now();
      const place = city ?? (await profiles.get(viewer, profileId)).location;
      if (!deps.cities.includes(place)) refuse('city', 'Please choose a city');
      const lapsesAt = endOfTonight(now);
      const id = newId(now.getTime());
      await db.transaction().execute(async (tx) => {
        await store.lockWriter(tx, profileId);
        if ((await store.countPosted(tx, profileId, lapsesAt)) >= tonightLimits.requests)
          throw new AppError('QUOTA_REACHED', {
            message: say`You can post ${tonightLimits.requests} requests a night`,
          });
        await store.insertRequest(tx, {
          id,
          profile_id: profileId,
          city: place,
          category,
          text,
          created_at: now,
          lapses_at: lapsesAt,
        });
      });
      const [made] = await present(viewer, [await requireSeen(viewer, id)]);
      if (!made) throw new AppError('NOT_FOUND');
      return made;
    },

    async remove(viewer, requestId) {
      if (!viewer.profileId || !(await store.deleteRequest(db, requestId, viewer.profileId)))
        throw new AppError('NOT_FOUND');
    },

    async respond(viewer, requestId, message) {
      const request = await requireSeen(viewer, requestId);
      const profileId = requireProfileId(viewer);
      if (request.profile_id === profileId) throw new AppError('CONFLICT', { message: 'This is your own request' });
      const now = clock.now();
      await db.transaction().execute(async (tx) => {
        await store.lockWriter(tx, profileId);
        const nightBegan = new Date(endOfTonight(now).getTime() - 86_400_000);
        if ((await store.countAnswered(tx, profileId, nightBegan)) >= tonightLimits.responses)
          throw new AppError('QUOTA_REACHED', { message: 'You have answered enough for one night' });
        const row = {
          id: newId(now.getTime()),
          request_id: requestId,
          profile_id: profileId,
          message,
          created_at: now,
        };
        if (!(await store.insertResponse(tx, row)))
          throw new AppError('CONFLICT', { message: 'You have answered this already' });
      });
      const { responses } = await requireSeen(viewer, requestId);
      return { responded: true, responseCount: responses };
    },

    async responses(viewer, requestId, { cursor, limit = pageLength }) {
      const request = await requireSeen(viewer, requestId);
      if (request.profile_id !== viewer.profileId) throw new AppError('NOT_FOUND');
      const [after] = decodeCursor(position, cursor) ?? [null];
      const rows = await store.listResponses(db, { viewerId: viewer.profileId, requestId, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const people = await deps.personCards(
        viewer,
        shown.map((row) => row.profile_id),
      );
      return {
        items: shown.flatMap((row) => {
          const person = people.get(row.profile_id);
          return person ? [{ id: row.id, person, message: row.message, createdAt: row.created_at.toISOString() }] : [];
        }),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },
    ownerOf: async (viewer, requestId) =>
      (await store.findSeen(db, viewer.profileId, requestId, clock.now()))?.profile_id ?? null,
    tasks: [
      jobTask(sweepKind, () => store.deleteLapsed(db, new Date(clock.now().getTime() - keptMs)), {
        cron: '10 4 * * *',
      }),
    ],
  };
}
