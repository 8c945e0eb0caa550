import { createCached } from '../../platform/cached.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { type Activity, type ActivityDependencies, createActivity, type HomeCounters } from './activity.ts';
import { createCardsOf } from './plain-cards.ts';

export interface Counters extends HomeCounters {
  newMessages: number;
}

export interface Figures {
  creators: number;
  members: number;
  earnings: number;
  earningsCents: number;
  languages: number;
}

export interface DiscoveryService extends Activity {
  /** People online and ready now, and shows under way, counted from rows a few seconds ago at most. */
  getCounters(): Promise<Counters>;
  /** The landing page's figures, counted from rows at most half a minute ago. */
  getFigures(): Promise<Figures>;
}

/** South Africa has eleven official written languages; the product has a name in each. */
const namedLanguages = 11;

export function createDiscoveryService(
  deps: Omit<ActivityDependencies, 'cardsOf'> & {
    profiles: Pick<ProfilesService, 'countMembers' | 'countCreators' | 'get'>;
    /** What all creators together have earned, in cents. */
    earnedByAll(): Promise<bigint>;
  },
): DiscoveryService {
  const { clock, profiles } = deps;
  const activity: Activity = createActivity({
    ...deps,
    cardsOf: createCardsOf({ profiles, moodsOf: (ids) => activity.moodsOf(ids) }),
  });
  return {
    ...activity,
    // Messages have no rows before their feature exists, and a count of no rows is zero.
    getCounters: async () => ({ ...(await activity.counters()), newMessages: 0 }),
    getFigures: createCached({
      clock,
      maxAgeMs: 30_000,
      async read() {
        const [creators, members, earned] = await Promise.all([
          profiles.countCreators(),
          profiles.countMembers(),
          deps.earnedByAll(),
        ]);
        const earningsCents = Number(earned);
        return { creators, members, earnings: earningsCents / 100, earningsCents, languages: namedLanguages };
      },
    }),
  };
}
