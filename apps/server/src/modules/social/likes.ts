import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { createLoader } from '../../platform/loader.ts';
import { createListLiked, type LikeCounts, type LikePair, type Toggled, toggleLikes } from './like-store.ts';

export interface Likes {
  toggle(pair: LikePair): Promise<Toggled>;
  /** Those of the items that this profile likes. */
  likedAmong(profileId: string, contentIds: readonly string[]): Promise<ReadonlySet<string>>;
}

const keyOf = (pair: LikePair) => `${pair.contentId} ${pair.profileId}`;

/** Likes go through one lane: a hot item costs one row change for all who like it at that moment. */
export function createLikes(deps: { database: Database; clock: Clock; counts: LikeCounts }): Likes {
  const { clock, counts } = deps;
  const { db } = deps.database;
  const listLiked = createListLiked(deps.database);

  async function toggleDistinct(pairs: readonly LikePair[]): Promise<Map<string, Toggled | Error>> {
    try {
      const toggled = await toggleLikes(db, pairs, counts, clock.now());
      return new Map(toggled.map((one) => [keyOf(one), one]));
    } catch (error) {
      if (pairs.length === 1) return new Map(pairs.map((pair) => [keyOf(pair), error as Error]));
      // One that cannot be written (its person was erased a moment ago) must not take the others with it.
      const each = await Promise.all(pairs.map((pair) => toggleDistinct([pair])));
      return new Map(each.flatMap((one) => [...one]));
    }
  }

  const toggles = createLane<LikePair, Toggled>({
    limit: 1_000,
    async call(pairs) {
      const answers = new Map<LikePair, Toggled | Error>();
      let rest = [...pairs];
      // A pair sent twice is turned over twice, one after the other.
      while (rest.length > 0) {
        const round = new Map<string, LikePair>();
        for (const pair of rest) if (!round.has(keyOf(pair))) round.set(keyOf(pair), pair);
        const toggled = await toggleDistinct([...round.values()]);
        for (const [key, pair] of round) answers.set(pair, toggled.get(key) ?? new Error('a like was not answered'));
        rest = rest.filter((pair) => !answers.has(pair));
      }
      return pairs.map((pair) => answers.get(pair) ?? new Error('a like was not answered'));
    },
  });

  const states = createLoader<LikePair, true>({
    keyOf,
    read: async (pairs) => new Map((await listLiked(pairs)).map((pair) => [keyOf(pair), true])),
  });

  return {
    toggle: (pair) => toggles.send(pair),
    async likedAmong(profileId, contentIds) {
      const found = await Promise.all(contentIds.map((contentId) => states.find({ contentId, profileId })));
      return new Set(contentIds.filter((_, index) => found[index]));
    },
  };
}
