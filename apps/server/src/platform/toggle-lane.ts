import { createLane } from './lane.ts';
import { isLostConnection } from './lost-connection.ts';

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

  async function toggleDistinct(pairs: readonly Pair[]): Promise<Map<string, Toggled | Error>> {
    try {
      return new Map((await toggle(pairs)).map((one) => [keyOfPair(one), one]));
    } catch (error) {
      // After a lost connection they may have been turned over; a second time would turn them back.
      if (pairs.length === 1 || isLostConnection(error))
        return new Map(pairs.map((pair) => [keyOfPair(pair), error as Error]));
      // One that cannot be written (its person was erased a moment ago) must not take the others with it.
      const each = await Promise.all(pairs.map((pair) => toggleDistinct([pair])));
      return new Map(each.flatMap((one) => [...one]));
    }
  }

  const lane = createLane<Pair, Toggled>({
    limit: 1_000,
    async call(pairs) {
      const answers = new Map<Pair, Toggled | Error>();
      let rest = [...pairs];
      // A pair sent twice is turned over twice, one after the other.
      while (rest.length > 0) {
        const round = new Map<string, Pair>();
        for (const pair of rest) if (!round.has(keyOfPair(pair))) round.set(keyOfPair(pair), pair);
        const toggled = await toggleDistinct([...round.values()]);
        for (const [key, pair] of round) answers.set(pair, toggled.get(key) ?? missing());
        rest = rest.filter((pair) => !answers.has(pair));
      }
      return pairs.map((pair) => answers.get(pair) ?? missing());
    },
  });
  return (pair) => lane.send(pair);
}
