import type { City } from '@vlam/contract/rules/places';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { PersonFacts, ProfilesService } from '../profiles/service.ts';
import type { VipService } from '../vip/service.ts';
import { areaOf, cellOfCity } from './cells.ts';
import * as store from './people-store.ts';
import { asBoost, bandAt, interestBits, rankOf, tieOf } from './ranking.ts';

export interface PeopleIndex {
  /** Rebuilds these people's list entries; call it in the transaction that changes them. */
  refresh(db: Db, profileIds: readonly string[]): Promise<void>;
  /** Records that these people are present. */
  recordSeen(profileIds: readonly string[]): Promise<void>;
  /** Updates entries whose band, boost or availability has expired; a job runs it every minute. */
  sweep(): Promise<void>;
  peopleTasks: JobTask[];
}

/** Categories that people post about today, by profile id, from interest posts. */
export type PostedInterests = (
  db: Db,
  profileIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

/** The city of each person's current travel plan; people who do not travel are missing. */
export type TravelCityOf = (profileIds: readonly string[], on?: Db) => Promise<ReadonlyMap<string, City>>;

const sweepKind = jobKind('discovery.people', { maxAttempts: 2 });
const sweepBatchSize = 1_000;
const maxSweeps = 200;

/** Keeps `discovery_people` in step with profiles, places, memberships and posts. */
export function createPeopleIndex(deps: {
  database: Database;
  clock: Clock;
  orderKey: Buffer;
  profiles: Pick<ProfilesService, 'lockFacts'>;
  vip: Pick<VipService, 'listBoosts'>;
  travelCityOf: TravelCityOf;
}): PeopleIndex {
  const { clock, profiles, vip } = deps;
  const { db } = deps.database;

  async function write(tx: Db, facts: readonly PersonFacts[]): Promise<void> {
    const now = clock.now();
    const listed = facts.filter(({ isListed }) => isListed);
    const ids = listed.map(({ id }) => id);
    const places = new Map((await store.listShownPlaces(tx, ids)).map((row) => [row.profile_id, row.shown_cell]));
    // Travellers are shown in the centre of that city, and nowhere at home.
    for (const [id, city] of await deps.travelCityOf(ids, tx)) places.set(id, cellOfCity(city));
    const placed = listed.filter(({ id }) => places.has(id));
    const withoutPlace = facts.filter(({ id }) => !places.has(id)).map(({ id }) => id);
    if (withoutPlace.length > 0) await store.deletePeople(tx, withoutPlace);
    if (placed.length === 0) return;
    const boosts = await vip.listBoosts(
      tx,
      placed.map(({ accountId }) => accountId),
    );
    const posted = await store.listPosted(tx, ids, now);
    await store.upsertPeople(
      tx,
      placed.map((person) => {
        const cell = places.get(person.id) ?? 0n;
        const { band, until } = bandAt(person.lastSeenAt, now);
        const boost = asBoost(boosts.get(person.accountId)?.boost ?? 1);
        return {
          profile_id: person.id,
          cell,
          area: areaOf(cell),
          band,
          band_until: until,
          rank: rankOf(boost, band),
          fell_at: now,
          boost,
          boost_until: boosts.get(person.accountId)?.until ?? null,
          tie: tieOf(deps.orderKey, person.id),
          age: person.age,
          relationship: person.relationship,
          verified: person.isVerified,
          interests: interestBits([...person.lookingFor, ...(posted.get(person.id) ?? [])]),
          available_until: person.availableUntil && person.availableUntil > now ? person.availableUntil : null,
        };
      }),
    );
  }

  const refresh: PeopleIndex['refresh'] = async (tx, profileIds) => {
    if (profileIds.length > 0) await write(tx, await profiles.lockFacts(tx, profileIds));
  };

  async function sweep(): Promise<void> {
    // Rows locked by another transaction are written by it, or in the next minute.
    for (let turn = 0; turn < maxSweeps; turn += 1) {
      const due = await store.listDue(db, clock.now(), sweepBatchSize);
      if (due.length > 0)
        await db
          .transaction()
          .execute(async (tx) => write(tx, await profiles.lockFacts(tx, due, { skipLocked: true })));
      if (due.length < sweepBatchSize) return;
    }
  }

  return {
    refresh,
    async recordSeen(profileIds) {
      const returned = await store.listReturned(db, profileIds);
      if (returned.length > 0) await db.transaction().execute((tx) => refresh(tx, returned));
    },
    sweep,
    peopleTasks: [jobTask(sweepKind, sweep, { cron: '* * * * *' })],
  };
}
