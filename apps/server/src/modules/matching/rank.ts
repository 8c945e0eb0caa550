import { lastActiveBands } from '@vlam/contract/discovery-people';
import {
  activityShares,
  type FactorWeights,
  lifestyleShare,
  locationShare,
  overlapShare,
  toWeightShares,
} from '@vlam/contract/rules/compatibility';
import { countBits, goalMask, interestMask, lifestyleMask } from './masks.ts';
import type { Pool } from './pool.ts';

/** A member's search criteria. Masks as in `masks.ts`, displayed distances in whole kilometres. */
export interface Seeker {
  id: string;
  age: number;
  ageMin: number;
  ageMax: number;
  maxDistance: number;
  interests: number;
  lifestyle: number;
  goals: number;
  weights: FactorWeights;
  /** Kilometres to a candidate's cell. */
  distanceTo(cell: bigint): number;
}

/** Hundredths of a point. */
export interface FactorPoints {
  location: number;
  interests: number;
  lifestyle: number;
  activity: number;
}

export interface Ranked extends FactorPoints {
  id: string;
  score: number;
  distance: number;
}

/** Points for each value of a column, looked up instead of computed; -1 means out of range. */
interface Tables {
  location: Int16Array;
  distance: Uint16Array;
  interests: Int16Array;
  lifestyle: Int16Array;
  goals: Int16Array;
  activity: Int16Array;
}

const tableOf = (size: number, points: (index: number) => number): Int16Array =>
  Int16Array.from({ length: size }, (_, index) => Math.floor(points(index) * 100));

/** Computes the points for each value of a column. */
export function makeTables(pool: Pool, seeker: Seeker): Tables {
  const maxPoints = toWeightShares(seeker.weights);
  const overlap = (wanted: number) => (offered: number) =>
    overlapShare(countBits(wanted), countBits(offered), countBits(wanted & offered));
  const interests = overlap(seeker.interests);
  const lifestyle = overlap(seeker.lifestyle);
  const goals = overlap(seeker.goals);
  const distance = Uint16Array.from(pool.cells, (cell) => Math.min(65_535, seeker.distanceTo(cell)));
  return {
    distance,
    location: Int16Array.from(distance, (km) =>
      km > seeker.maxDistance ? -1 : Math.floor(locationShare(km, seeker.maxDistance) * maxPoints.location * 100),
    ),
    interests: tableOf(interestMask.size, (mask) => interests(mask) * maxPoints.interests),
    lifestyle: tableOf(lifestyleMask.size, (mask) => lifestyleShare(lifestyle(mask), 0) * maxPoints.lifestyle),
    goals: tableOf(goalMask.size, (mask) => lifestyleShare(0, goals(mask)) * maxPoints.lifestyle),
    activity: tableOf(
      lastActiveBands.length,
      (band) => activityShares[lastActiveBands[band] ?? 'earlier'] * maxPoints.activity,
    ),
  };
}

/**
 * The `top` best candidates for this member, best first; both must be of an age the other prefers. `only` limits the
 * search to some slots.
 */
export function rankPool(pool: Pool, seeker: Seeker, top: number, only?: Iterable<number>): Ranked[] {
  const tables = makeTables(pool, seeker);
  const slots = new Int32Array(top);
  const scores = new Int32Array(top);
  const filled = only
    ? scanSlots(pool, seeker, tables, only, slots, scores)
    : scanAll(pool, seeker, tables, slots, scores);
  const own = pool.slotOf(seeker.id);
  return Array.from(slots.subarray(0, filled))
    .filter((slot) => slot !== own)
    .map((slot) => present(pool, tables, slot));
}

function scanAll(pool: Pool, seeker: Seeker, tables: Tables, slots: Int32Array, scores: Int32Array): number {
  const { age, ageMin, ageMax, cell, interests, lifestyle, goals, band, length } = pool.columns;
  const { ageMin: from, ageMax: to, age: own } = seeker;
  const { location, interests: byInterest, lifestyle: byLifestyle, goals: byGoal, activity } = tables;
  let filled = 0;
  // Columns and tables are in bounds by construction; one assertion per read satisfies TypeScript.
  for (let slot = 0; slot < length; slot++) {
    const theirAge = age[slot] as number;
    if (theirAge < from || theirAge > to) continue;
    const near = location[cell[slot] as number] as number;
    if (near < 0 || own < (ageMin[slot] as number) || own > (ageMax[slot] as number)) continue;
    const score =
      near +
      (byInterest[interests[slot] as number] as number) +
      (byLifestyle[lifestyle[slot] as number] as number) +
      (byGoal[goals[slot] as number] as number) +
      (activity[band[slot] as number] as number);
    if (filled === slots.length && score <= (scores[filled - 1] as number)) continue;
    filled = insert(slots, scores, filled, slot, score);
  }
  return filled;
}

function scanSlots(
  pool: Pool,
  seeker: Seeker,
  tables: Tables,
  only: Iterable<number>,
  slots: Int32Array,
  scores: Int32Array,
): number {
  const { columns } = pool;
  let filled = 0;
  for (const slot of only) {
    const theirAge = columns.age[slot] ?? 0;
    const near = tables.location[columns.cell[slot] ?? 0] ?? -1;
    if (theirAge < seeker.ageMin || theirAge > seeker.ageMax || near < 0) continue;
    if (seeker.age < (columns.ageMin[slot] ?? 0) || seeker.age > (columns.ageMax[slot] ?? 0)) continue;
    const { score } = present(pool, tables, slot);
    if (filled === slots.length && score <= (scores[filled - 1] ?? 0)) continue;
    filled = insert(slots, scores, filled, slot, score);
  }
  return filled;
}

/** Keeps both arrays sorted by score, best first; the last one is dropped when they are full. */
function insert(slots: Int32Array, scores: Int32Array, filled: number, slot: number, score: number): number {
  let at = Math.min(filled, slots.length - 1);
  while (at > 0 && (scores[at - 1] as number) < score) {
    scores[at] = scores[at - 1] as number;
    slots[at] = slots[at - 1] as number;
    at--;
  }
  scores[at] = score;
  slots[at] = slot;
  return Math.min(filled + 1, slots.length);
}

function present(pool: Pool, tables: Tables, slot: number): Ranked {
  const { columns } = pool;
  const cell = columns.cell[slot] ?? 0;
  const location = tables.location[cell] ?? 0;
  const interests = tables.interests[columns.interests[slot] ?? 0] ?? 0;
  const lifestyle =
    (tables.lifestyle[columns.lifestyle[slot] ?? 0] ?? 0) + (tables.goals[columns.goals[slot] ?? 0] ?? 0);
  const activity = tables.activity[columns.band[slot] ?? 0] ?? 0;
  return {
    id: pool.ids[slot] ?? '',
    score: location + interests + lifestyle + activity,
    distance: tables.distance[cell] ?? 0,
    location,
    interests,
    lifestyle,
    activity,
  };
}
