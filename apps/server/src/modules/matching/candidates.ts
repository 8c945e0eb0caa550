import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { goalMask, interestMask, lifestyleMask } from './masks.ts';
import { createPool, type Pool } from './pool.ts';
import { listChangedPreferences, listPreferences, type PreferencesRow } from './store.ts';

/** Somebody whom others may find, where others may know them to be. */
export interface FindablePerson {
  id: string;
  age: number;
  cell: string;
  lookingFor: readonly string[];
  lastSeenAt: Date | null;
}

export interface People {
  /** Everybody in the lists who keeps a location, by id; the next page begins after the last id. */
  page(after: string | null, limit: number): Promise<FindablePerson[]>;
  /** Of those, who was here since then. */
  seenSince(at: Date): Promise<FindablePerson[]>;
}

export interface Candidates {
  /** The pool as of at most half a minute ago, and who changed in it since `since`. */
  current(since: Date | null): Promise<{ pool: Pool; changed: number[] }>;
}

const pageSize = 10_000;
const refreshEveryMs = 30_000;
/** Everybody is read again this often, which drops those who have left the lists. */
const reloadEveryMs = 60 * 60_000;
/** A change that committed a moment late must not be missed. */
const overlapMs = 5_000;

const minutes = (at: Date | null) => Math.floor((at?.getTime() ?? 0) / 60_000);

/** Keeps everybody who can be matched in memory, in this process; results live in the database. */
export function createCandidates(deps: { db: Db; clock: Clock; people: People }): Candidates {
  const { db, clock, people } = deps;
  let pool: Pool | null = null;
  let loadedAt = 0;
  let refreshedAt = 0;
  let touched = new Map<number, number>();
  let turn: Promise<unknown> = Promise.resolve();

  function put(into: Pool, person: FindablePerson, wishes: PreferencesRow | undefined): void {
    if (wishes && !wishes.enabled) {
      into.remove(person.id);
      return;
    }
    into.put({
      id: person.id,
      age: person.age,
      ageMin: wishes?.age_min ?? 18,
      // The slider ends at 60, which means everybody above too.
      ageMax: !wishes || wishes.age_max === 60 ? 255 : wishes.age_max,
      cell: person.cell,
      interests: (wishes?.interests ?? 0) | interestMask.of(person.lookingFor),
      lifestyle: wishes?.lifestyle ?? 0,
      goals: wishes?.goals ?? 0,
      seen: minutes(person.lastSeenAt),
    });
  }

  async function putAll(into: Pool, found: readonly FindablePerson[]): Promise<void> {
    const wishes = await listPreferences(
      db,
      found.map(({ id }) => id),
    );
    for (const person of found) put(into, person, wishes.get(person.id));
  }

  async function load(): Promise<Pool> {
    const fresh = createPool();
    fresh.setTime(minutes(clock.now()));
    for (let after: string | null = null; ; ) {
      const found = await people.page(after, pageSize);
      await putAll(fresh, found);
      const last = found.at(-1);
      if (!last || found.length < pageSize) return fresh;
      after = last.id;
    }
  }

  async function refresh(): Promise<Pool> {
    const now = clock.now().getTime();
    if (!pool || now - loadedAt > reloadEveryMs) {
      pool = await load();
      touched = new Map();
      loadedAt = refreshedAt = now;
    } else if (now - refreshedAt >= refreshEveryMs) {
      const since = new Date(refreshedAt - overlapMs);
      pool.setTime(minutes(clock.now()));
      const seen = await people.seenSince(since);
      await putAll(pool, seen);
      for (const row of await listChangedPreferences(db, since, pageSize)) rewish(pool, row);
      for (const { id } of seen) note(pool, id, now);
      refreshedAt = now;
    }
    return pool;
  }

  function note(into: Pool, id: string, at: number): void {
    const slot = into.slotOf(id);
    if (slot !== undefined) touched.set(slot, at);
  }

  /** Somebody who changed their wishes without moving. */
  function rewish(into: Pool, row: PreferencesRow): void {
    const slot = into.slotOf(row.profile_id);
    if (slot === undefined) return;
    if (!row.enabled) {
      into.remove(row.profile_id);
      return;
    }
    const { columns } = into;
    columns.ageMin[slot] = row.age_min;
    columns.ageMax[slot] = row.age_max === 60 ? 255 : row.age_max;
    columns.interests[slot] = row.interests | (columns.interests[slot] ?? 0);
    columns.lifestyle[slot] = row.lifestyle & (lifestyleMask.size - 1);
    columns.goals[slot] = row.goals & (goalMask.size - 1);
    touched.set(slot, clock.now().getTime());
  }

  return {
    current(since) {
      const done = turn.then(refresh).then((ready) => ({
        pool: ready,
        changed: since ? [...touched].flatMap(([slot, at]) => (at >= since.getTime() ? [slot] : [])) : [],
      }));
      turn = done.catch(() => {});
      return done;
    },
  };
}
