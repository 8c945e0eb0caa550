import type { RawBuilder } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProfilesService } from '../profiles/service.ts';
import * as store from './store.ts';

export interface SubscriptionsService {
  /** Throws `NOT_FOUND` unless this viewer may see a creator of that id. */
  check(viewer: Viewer, creatorId: string): Promise<boolean>;
  /** Those of `creatorIds` whom the subscriber has paid to the end of a period that is not over. */
  listSubscribed(db: Db, subscriberProfileId: string, creatorIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** How many creators this member pays now. */
  countRunning(subscriberProfileId: string): Promise<number>;
  /** For statements of modules above: `creator_id` of everyone whom `subscriber`, an SQL expression, pays now. */
  subscribedCreators(subscriber: RawBuilder<unknown>): RawBuilder<unknown>;
}

export function createSubscriptionsService(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'requireCreator'>;
}): SubscriptionsService {
  const { clock, profiles } = deps;
  const { db } = deps.database;

  const listSubscribed: SubscriptionsService['listSubscribed'] = async (on, subscriberId, creatorIds) =>
    new Set(
      creatorIds.length > 0 ? await store.listSubscribed(on, { subscriberId, creatorIds, now: clock.now() }) : [],
    );

  return {
    async check(viewer, creatorId) {
      await profiles.requireCreator(viewer, creatorId);
      return viewer.profileId !== null && (await listSubscribed(db, viewer.profileId, [creatorId])).has(creatorId);
    },
    listSubscribed,
    countRunning: (subscriberId) => store.countRunning(db, subscriberId, clock.now()),
    subscribedCreators: (subscriber) => store.subscribedCreators(subscriber, clock.now()),
  };
}
