import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { FindablePerson } from '../discovery/service.ts';
import { type Candidate, createPool, type Pool } from './pool.ts';
import { listPreferences, type PreferencesRow } from './store.ts';

export interface Candidates {
  /** The pool, at most five minutes old, and the slots that changed in it since `since`. */
  current(since: Date | null): Promise<{ pool: Pool; changed: number[] }>;
}

const pageSize = 10_000;
const refreshEveryMs = 5 * 60_000;
/** The age slider ends here; its last step includes everyone above. */
const oldestChoice = 60;
export const openAge = (max: number): number => (max === oldestChoice ? 255 : max);

/** A listed member with their preferences, in the form that matching compares. */
export const toCandidate = (
  { id, age, cell, band, interests }: FindablePerson,
  wishes: PreferencesRow | undefined,
): Candidate => ({
  id,
  age,
  ageMin: wishes?.age_min ?? 0,
  ageMax: openAge(wishes?.age_max ?? oldestChoice),
  cell,
  interests: (wishes?.interests ?? 0) | interests,
  lifestyle: wishes?.lifestyle ?? 0,
  goals: wishes?.goals ?? 0,
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
  let turn: Promise<unknown> = Promise.resolve();

  function put(person: FindablePerson, wishes: PreferencesRow | undefined, now: number) {
    const changed = pool.put(toCandidate(person, wishes));
    if (changed !== null) changedAt.set(changed, now);
  }

  async function read(): Promise<void> {
    const now = clock.now().getTime();
    if (refreshedAt !== null && now - refreshedAt < refreshEveryMs) return;
    const here = new Set<string>();
    for (let after: string | null = null; ; ) {
      const page: FindablePerson[] = await deps.listFindable(after, pageSize);
      const wishes = await listPreferences(
        db,
        page.map(({ id }) => id),
      );
      for (const person of page) {
        if (wishes.get(person.id)?.enabled === false) continue;
        here.add(person.id);
        put(person, wishes.get(person.id), now);
      }
      const last = page.at(-1);
      if (!last || page.length < pageSize) break;
      after = last.id;
    }
    for (const id of pool.ids) if (!here.has(id)) pool.remove(id);
    refreshedAt = now;
  }

  return {
    current(since) {
      const done = turn.then(read).then(() => ({
        pool,
        changed: since ? [...changedAt].flatMap(([slot, at]) => (at >= since.getTime() ? [slot] : [])) : [],
      }));
      turn = done.catch(() => {});
      return done;
    },
  };
}
