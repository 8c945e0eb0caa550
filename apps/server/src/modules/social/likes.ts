import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { createLoader } from '../../platform/loader.ts';
import { createToggleLane, keyOfPair, type Pair, type Toggled } from '../../platform/toggle-lane.ts';
import { createListLiked, type LikeCounts, toggleLikes } from './like-store.ts';

export interface Likes {
  toggle(pair: Pair): Promise<Toggled>;
  /** The items among `contentIds` that this profile likes. */
  findLikedIds(profileId: string, contentIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The pairs that are likes now. */
  listLiked(pairs: readonly Pair[]): Promise<Pair[]>;
}

/** Likes share one lane, so a hot item costs one row change for all likes of that moment. */
export function createLikes(deps: { database: Database; clock: Clock; counts: LikeCounts }): Likes {
  const { clock, counts } = deps;
  const { db } = deps.database;
  const listLiked = createListLiked(deps.database);

  const states = createLoader<Pair, true>({
    name: 'likes.states',
    keyOf: keyOfPair,
    read: async (pairs) => new Map((await listLiked(pairs)).map((pair) => [keyOfPair(pair), true])),
  });

  return {
    toggle: createToggleLane({
      name: 'likes.toggle',
      toggle: (pairs) => toggleLikes(db, pairs, counts, clock.now()),
      missing: () => new Error('toggleLikes returned no row for a pair'),
    }),
    listLiked: listLiked,
    async findLikedIds(profileId, contentIds) {
      const found = await Promise.all(contentIds.map((targetId) => states.find({ targetId, profileId })));
      return new Set(contentIds.filter((_, index) => found[index]));
    },
  };
}
