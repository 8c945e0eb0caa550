import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { FindablePerson } from '../discovery/service.ts';
import { type Candidate, createPool, type Pool } from './pool.ts';
import { listPreferences, type PreferencesRow } from './store.ts';

export interface Candidates {
  /** The pool, at most five minutes old, and the slots that changed in it since `since`. */
  current(since: Date | null): Promise<{ pool: Pool; changed: number[] }>;
}

const batchSize = 10_000;
const refreshIntervalMs = 5 * 60_000;
/** The last step of the age slider; it includes everyone above. */
const sliderMaxAge = 60;
export const maxAgeOf = (max: number): number => (max === sliderMaxAge ? 255 : max);

/** A listed member with their preferences, in the form that matching compares. */
export const toCandidate = (
  { id, age, cell, band, interests }: FindablePerson,
  preferences: PreferencesRow | undefined,
): Candidate => ({
  id,
  age,
  ageMin: preferences?.age_min ?? 0,
  ageMax: maxAgeOf(preferences?.age_max ?? sliderMaxAge),
  cell,
  interests: (preferences?.interests ?? 0) | interests,
  lifestyle: preferences?.lifestyle ?? 0,
  goals: preferences?.goals ?? 0,
  band,
});

/** Caches everyone who can be matched, in this process; results live in the database. */
export function createCandidates(deps: {
  db: Db;
  clock: Clock;
  listFindable(after: string | null, limit: number): Promise<FindablePerson[]>;
}): Candidates {
  const { db, clock } = deps;
  const pool = createPool();
  const changedAt = new Map<number, number>();
  let refreshedAt: number | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  function put(person: FindablePerson, preferences: PreferencesRow | undefined, now: number) {
    const changed = pool.put(toCandidate(person, preferences));
    if (changed !== null) changedAt.set(changed, now);
  }

  async function refresh(): Promise<void> {
    const now = clock.now().getTime();
    if (refreshedAt !== null && now - refreshedAt < refreshIntervalMs) return;
    const listedIds = new Set<string>();
    for (let after: string | null = null; ; ) {
      const page: FindablePerson[] = await deps.listFindable(after, batchSize);
      const preferences = await listPreferences(
        db,
        page.map(({ id }) => id),
      );
      for (const person of page) {
        if (preferences.get(person.id)?.enabled === false) continue;
        listedIds.add(person.id);
        put(person, preferences.get(person.id), now);
      }
      const last = page.at(-1);
      if (!last || page.length < batchSize) break;
      after = last.id;
    }
    for (const id of pool.ids) if (!listedIds.has(id)) pool.remove(id);
    refreshedAt = now;
  }

  return {
    current(since) {
      const done = queue.then(refresh).then(() => ({
        pool,
        changed: since ? [...changedAt].flatMap(([slot, at]) => (at >= since.getTime() ? [slot] : [])) : [],
      }));
      queue = done.catch(() => {});
      return done;
    },
  };
}
