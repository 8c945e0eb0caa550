import { createLane } from './lane.ts';
import { runDistinct } from './run-batch.ts';

/** A member and a target, for a fact that is true or false: this member likes that post. */
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
 * Toggles pairs through one lane: concurrent likes of one target cost one row change. `toggle` takes distinct pairs,
 * toggles them in one statement and returns those whose target exists; for the others the error of `missing` is thrown.
 */
export function createToggleLane(options: {
  name: string;
  toggle(pairs: readonly Pair[]): Promise<readonly Toggled[]>;
  missing(): Error;
}): (pair: Pair) => Promise<Toggled> {
  const { name, toggle, missing } = options;

  async function toggleAll(pairs: readonly Pair[]): Promise<(Toggled | Error)[]> {
    const toggled = new Map((await toggle(pairs)).map((one) => [keyOfPair(one), one]));
    return pairs.map((pair) => toggled.get(keyOfPair(pair)) ?? missing());
  }

  // A pair sent twice is toggled twice, in order.
  const lane = createLane<Pair, Toggled>({
    name,
    limit: 1_000,
    call: (pairs) => runDistinct(pairs, keyOfPair, toggleAll),
  });
  return (pair) => lane.send(pair);
}
