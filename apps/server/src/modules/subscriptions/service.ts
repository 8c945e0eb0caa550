import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { createLoader } from '../../platform/loader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProfilesService } from '../profiles/service.ts';
import * as store from './store.ts';

export { subscribedCreators } from './store.ts';

export interface SubscriptionsService {
  /** Throws `NOT_FOUND` unless this viewer may see a creator of that id. */
  check(viewer: Viewer, creatorId: string): Promise<boolean>;
  /** Those of `creatorIds` whom the subscriber has paid to the end of a period that is not over. */
  listSubscribed(subscriberProfileId: string, creatorIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** How many creators this member pays now. */
  countRunning(subscriberProfileId: string): Promise<number>;
}

export function createSubscriptionsService(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'requireCreator'>;
}): SubscriptionsService {
  const { clock, profiles } = deps;
  const { db } = deps.database;

  const keyOf = (pair: store.SubscriptionPair) => `${pair.subscriberId} ${pair.creatorId}`;
  const listPaid = store.createListPaid(deps.database);
  const paid = createLoader<store.SubscriptionPair, true>({
    keyOf,
    read: async (pairs) => new Map((await listPaid(pairs, clock.now())).map((pair) => [keyOf(pair), true])),
  });

  const listSubscribed: SubscriptionsService['listSubscribed'] = async (subscriberId, creatorIds) => {
    const found = await Promise.all(creatorIds.map((creatorId) => paid.find({ subscriberId, creatorId })));
    return new Set(creatorIds.filter((_, index) => found[index]));
  };

  return {
    async check(viewer, creatorId) {
      await profiles.requireCreator(viewer, creatorId);
      return viewer.profileId !== null && (await listSubscribed(viewer.profileId, [creatorId])).has(creatorId);
    },
    listSubscribed,
    countRunning: (subscriberId) => store.countRunning(db, subscriberId, clock.now()),
  };
}
