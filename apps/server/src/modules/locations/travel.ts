import type { PersonCard } from '@vlam/contract/discovery-people';
import type { locationsOperations, Traveller, travelPlan } from '@vlam/contract/locations';
import type { BodyOf, QueryOf } from '@vlam/contract/operation';
import { type City, isCity } from '@vlam/contract/rules/places';
import * as z from 'zod/mini';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { requireTrip } from './policy.ts';
import * as store from './travel-store.ts';

type Ops = typeof locationsOperations;
type Plan = z.output<typeof travelPlan>;

/** Person cards by profile id, for the ones the viewer may see. */
export type PersonCards = (viewer: Viewer, profileIds: readonly string[]) => Promise<ReadonlyMap<string, PersonCard>>;

export interface Travel {
  /** The viewer's plan; null when there is none or it is over. */
  own(viewer: Viewer): Promise<{ plan: Plan | null }>;
  /** Replaces the viewer's plan. Throws `VALIDATION_FAILED` for an impossible trip. */
  set(viewer: Viewer, trip: BodyOf<Ops['setTravel']>): Promise<{ plan: Plan | null }>;
  end(viewer: Viewer): Promise<void>;
  /** Members in a city or on the way there, by arrival. Others see a traveller's city and nothing finer. */
  list(viewer: Viewer, wanted: QueryOf<Ops['travellers']>): Promise<{ items: Traveller[]; nextCursor: string | null }>;
  /** At most `limit` members in a city today by their plan, without a visibility check. */
  travellersTo(city: string, limit: number): Promise<string[]>;
  /** Today's city of each travelling member; others are missing. */
  travelCityOf(profileIds: readonly string[], on?: Db): Promise<ReadonlyMap<string, City>>;
  tasks: JobTask[];
}

const pageLength = 20;
const position = z.tuple([z.iso.date(), z.uuid()]);
/** At midnight in Johannesburg, and repeated in case that was missed. */
const travelDayKind = jobKind('locations.travel-day', { maxAttempts: 2 });
const batchSize = 200;

export function createTravel(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'get' | 'listVisibleBios'>;
  personCards: PersonCards;
  /** Called in the transaction that changes where members are shown. */
  placesChanged(tx: Db, profileIds: readonly string[]): Promise<void>;
}): Travel {
  const { clock, profiles } = deps;
  const { db } = deps.database;
  const today = () => johannesburgDay(clock.now());

  const toPlan = (row: store.TripRow): Plan => ({
    currentCity: row.home_city,
    visitingCity: row.visiting_city as Plan['visitingCity'],
    arrivalDate: row.arrival_date,
    departureDate: row.departure_date,
    lookingFor: row.looking_for,
    isThere: row.arrival_date <= today(),
  });

  /** Moves members whose trip begins or is over, and deletes past plans. */
  async function refreshTravellers(): Promise<void> {
    const day = today();
    const people = await store.listTurning(db, day);
    for (let start = 0; start < people.length; start += batchSize)
      await db.transaction().execute((tx) => deps.placesChanged(tx, people.slice(start, start + batchSize)));
    await store.deleteEnded(db, day);
  }

  return {
    async own({ profileId }) {
      const row = profileId && (await store.findTrip(db, profileId, today()));
      return { plan: row ? toPlan(row) : null };
    },
    async set(viewer, trip) {
      const profileId = requireProfileId(viewer);
      const now = clock.now();
      const [{ location: home }, before] = await Promise.all([
        profiles.get(viewer, profileId),
        store.findTrip(db, profileId, today()),
      ]);
      requireTrip(trip, home, now, before ? { arrivalDate: before.arrival_date } : null);
      await db.transaction().execute(async (tx) => {
        await store.putTrip(tx, {
          profile_id: profileId,
          home_city: home,
          visiting_city: trip.visitingCity,
          arrival_date: trip.arrivalDate,
          departure_date: trip.departureDate,
          looking_for: trip.lookingFor,
          created_at: now,
        });
        await deps.placesChanged(tx, [profileId]);
      });
      const row = await store.findTrip(db, profileId, today());
      return { plan: row ? toPlan(row) : null };
    },
    async end({ profileId }) {
      if (!profileId) return;
      await db.transaction().execute(async (tx) => {
        await store.deleteTrip(tx, profileId);
        await deps.placesChanged(tx, [profileId]);
      });
    },

    async list(viewer, { city, cursor, limit = pageLength }) {
      const after = decodeCursor(position, cursor);
      const wanted = { viewerId: viewer.profileId, city, today: today(), after, limit: limit + 1 };
      const rows = await store.listTravellers(db, wanted);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const ids = shown.map((row) => row.profile_id);
      const [people, bios] = await Promise.all([
        deps.personCards(viewer, ids),
        profiles.listVisibleBios(viewer.profileId, ids),
      ]);
      return {
        items: shown.flatMap((row) => {
          const person = people.get(row.profile_id);
          if (!person) return [];
          const plan = toPlan(row);
          // A distance would reveal more of the way than the city does.
          const location = plan.isThere ? plan.visitingCity : plan.currentCity;
          return [{ ...plan, person: { ...person, location, distance: null }, bio: bios.get(row.profile_id) ?? '' }];
        }),
        nextCursor: rows.length > limit && last ? encodeCursor([last.arrival_date, last.profile_id]) : null,
      };
    },
    travellersTo: (city, limit) => store.listInCity(db, city, today(), limit),
    async travelCityOf(profileIds, on = db) {
      const found = await store.listCitiesToday(on, profileIds, today());
      return new Map([...found].flatMap(([id, city]) => (isCity(city) ? [[id, city] as const] : [])));
    },
    tasks: [jobTask(travelDayKind, refreshTravellers, { cron: '0,1,10 22 * * *' })],
  };
}
