import type { FactorWeights } from '@vlam/contract/rules/compatibility';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Candidates, maxAgeOf } from './candidates.ts';
import { interestMask } from './masks.ts';
import { defaultPreferences, toPreferencesRow } from './policy.ts';
import type { Pool } from './pool.ts';
import { type Ranked, rankPool, type Seeker } from './rank.ts';
import * as store from './store.ts';

/** Matches stored per member. */
const storedMatches = 50;
/** Ranked before visibility is checked: some of the best are invisible to this member. */
const rankedCandidates = storedMatches * 3;

/** A member's own age, place and interests, as matching needs them. */
export interface SeekerProfile {
  age: number;
  cell: bigint;
  lookingFor: readonly string[];
}

export interface FindSeekerDependencies {
  database: Database;
  clock: Clock;
  findSeekerProfile(profileId: string): Promise<SeekerProfile | null>;
  /** Whole kilometres between two cells, as displayed. */
  kilometres(from: bigint, to: bigint): number;
}

export interface ComputeDependencies {
  database: Database;
  clock: Clock;
  candidates: Candidates;
  findSeeker: FindSeeker;
  /** Returns the ids that this member may see. */
  filterVisible(profileId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export const weightsOf = (row: store.PreferencesRow): FactorWeights => ({
  location: row.weight_location,
  interests: row.weight_interests,
  lifestyle: row.weight_lifestyle,
  activity: row.weight_activity,
});

export type FindSeeker = (profileId: string) => Promise<Seeker | null>;

/** Builds a member's search criteria; null without a shared place, or after opting out. */
export function createFindSeeker(deps: FindSeekerDependencies): FindSeeker {
  return async (profileId) => {
    const [profile, stored] = await Promise.all([
      deps.findSeekerProfile(profileId),
      store.findPreferences(deps.database.db, profileId),
    ]);
    if (!profile) return null;
    const preferences = stored ?? toPreferencesRow(profileId, defaultPreferences, deps.clock.now());
    if (!preferences.enabled) return null;
    return {
      id: profileId,
      age: profile.age,
      ageMin: preferences.age_min,
      ageMax: maxAgeOf(preferences.age_max),
      maxDistance: preferences.max_distance,
      interests: preferences.interests || interestMask.encode(profile.lookingFor),
      lifestyle: preferences.lifestyle,
      goals: preferences.goals,
      weights: weightsOf(preferences),
      distanceTo: (cell) => deps.kilometres(profile.cell, cell),
    };
  };
}

/**
 * Computes a member's matches and stores them. Keeps earlier results and compares only those who changed since, unless
 * `whole` is set.
 */
export function createCompute(deps: ComputeDependencies) {
  const { clock, candidates, findSeeker } = deps;
  const { db } = deps.database;

  /** Slots of changed candidates and of stored matches, whose points may have changed too. */
  async function withStored(profileId: string, pool: Pool, changed: readonly number[]): Promise<Set<number>> {
    const kept = await store.listResults(db, profileId);
    return new Set([...changed, ...kept.flatMap(({ other_id }) => pool.slotOf(other_id) ?? [])]);
  }

  return async function compute(profileId: string, whole: boolean): Promise<void> {
    const seeker = await findSeeker(profileId);
    const computedAt = clock.now();
    const run = whole ? undefined : await store.findRun(db, profileId);
    const { pool, changed } = await candidates.current(run?.computed_at ?? null);
    const ranked: Ranked[] = [];
    if (seeker) {
      const only = run?.computed_at ? await withStored(profileId, pool, changed) : undefined;
      const best = rankPool(pool, seeker, rankedCandidates, only);
      const visible = await deps.filterVisible(
        profileId,
        best.map(({ id }) => id),
      );
      ranked.push(...best.filter(({ id }) => visible.has(id)).slice(0, storedMatches));
    }
    await db
      .transaction()
      .execute((tx) => store.replaceResults(tx, { profileId, computedAt, considered: pool.size }, ranked));
  };
}
