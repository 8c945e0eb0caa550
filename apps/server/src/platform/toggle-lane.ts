import { createLane } from './lane.ts';
import { runDistinct } from './run-batch.ts';

/** A fact about a person and a thing that is true or false: this person likes that post. */
export interface Pair {
  targetId: string;
  profileId: string;
}

export interface Toggled extends Pair {
  liked: boolean;
  likeCount: number;
}

export const keyOfPair = (pair: Pair): string => `${pair.targetId} ${pair.profileId}`;

/**
 * Turns pairs over through one lane: what is liked by many at a moment costs one row change for all of them.
 * `toggle` takes pairs that differ, turns them over as one statement and answers those whose target is there; for the
 * others `missing` says what is thrown.
 */
export function createToggleLane(options: {
  toggle(pairs: readonly Pair[]): Promise<readonly Toggled[]>;
  missing(): Error;
}): (pair: Pair) => Promise<Toggled> {
  const { toggle, missing } = options;

  async function toggleAll(pairs: readonly Pair[]): Promise<(Toggled | Error)[]> {
    const toggled = new Map((await toggle(pairs)).map((one) => [keyOfPair(one), one]));
    return pairs.map((pair) => toggled.get(keyOfPair(pair)) ?? missing());
  }

  // A pair sent twice is turned over twice, one after the other.
  const lane = createLane<Pair, Toggled>({ limit: 1_000, call: (pairs) => runDistinct(pairs, keyOfPair, toggleAll) });
  return (pair) => lane.send(pair);
}
