import type { FactorWeights } from '@vlam/contract/rules/compatibility';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Candidates, openAge } from './candidates.ts';
import { interestMask } from './masks.ts';
import { defaultPreferences, toPreferencesRow } from './policy.ts';
import type { Pool } from './pool.ts';
import { type Ranked, rankPool, type Seeker } from './rank.ts';
import * as store from './store.ts';

/** Matches stored per member. */
const keptMatches = 50;
/** Some of the best will not be visible to this member. */
const lookedAt = keptMatches * 3;

/** A member's position for matching; null while they share no place. */
export interface Standing {
  age: number;
  cell: bigint;
  lookingFor: readonly string[];
}

export interface SeekerDependencies {
  database: Database;
  clock: Clock;
  standingOf(profileId: string): Promise<Standing | null>;
  /** Whole kilometres between two cells, as displayed. */
  kilometres(from: bigint, to: bigint): number;
}

export interface ComputeDependencies {
  database: Database;
  clock: Clock;
  candidates: Candidates;
  seekerOf: SeekerOf;
  /** The ones of these that this member may see. */
  visibleAmong(profileId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export const weightsOf = (row: store.PreferencesRow): FactorWeights => ({
  location: row.weight_location,
  interests: row.weight_interests,
  lifestyle: row.weight_lifestyle,
  activity: row.weight_activity,
});

export type SeekerOf = (profileId: string) => Promise<Seeker | null>;

/** Builds a member's search criteria; null while they share no place, or opted out. */
export function createSeekerOf(deps: SeekerDependencies): SeekerOf {
  return async (profileId) => {
    const [standing, stored] = await Promise.all([
      deps.standingOf(profileId),
      store.findPreferences(deps.database.db, profileId),
    ]);
    if (!standing) return null;
    const wishes = stored ?? toPreferencesRow(profileId, defaultPreferences, deps.clock.now());
    if (!wishes.enabled) return null;
    return {
      id: profileId,
      age: standing.age,
      ageMin: wishes.age_min,
      ageMax: openAge(wishes.age_max),
      maxDistance: wishes.max_distance,
      interests: wishes.interests || interestMask.of(standing.lookingFor),
      lifestyle: wishes.lifestyle,
      goals: wishes.goals,
      weights: weightsOf(wishes),
      distanceTo: (cell) => deps.kilometres(standing.cell, cell),
    };
  };
}

/**
 * Computes a member's matches and stores them. Keeps earlier results and compares only those who changed since, unless
 * `whole` is set.
 */
export function createCompute(deps: ComputeDependencies) {
  const { clock, candidates, seekerOf } = deps;
  const { db } = deps.database;

  /** Changed candidates and existing matches, whose parts may have changed too. */
  async function withKept(profileId: string, pool: Pool, changed: readonly number[]): Promise<Set<number>> {
    const kept = await store.listResults(db, profileId);
    return new Set([...changed, ...kept.flatMap(({ other_id }) => pool.slotOf(other_id) ?? [])]);
  }

  return async function compute(profileId: string, whole: boolean): Promise<void> {
    const seeker = await seekerOf(profileId);
    const computedAt = clock.now();
    const run = whole ? undefined : await store.findRun(db, profileId);
    const { pool, changed } = await candidates.current(run?.computed_at ?? null);
    const ranked: Ranked[] = [];
    if (seeker) {
      const only = run?.computed_at ? await withKept(profileId, pool, changed) : undefined;
      const best = rankPool(pool, seeker, lookedAt, only);
      const visible = await deps.visibleAmong(
        profileId,
        best.map(({ id }) => id),
      );
      ranked.push(...best.filter(({ id }) => visible.has(id)).slice(0, keptMatches));
    }
    await db
      .transaction()
      .execute((tx) => store.replaceResults(tx, { profileId, computedAt, considered: pool.size }, ranked));
  };
}
