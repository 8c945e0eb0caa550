import { createCached } from '../../platform/cached.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ProfilesService } from '../profiles/service.ts';

export interface Counters {
  online: number;
  newMessages: number;
  liveShows: number;
  readyNow: number;
}

export interface Figures {
  creators: number;
  members: number;
  earnings: number;
  earningsCents: number;
  languages: number;
}

export interface DiscoveryService {
  /** People online and ready now, counted from rows at most a second ago. */
  getCounters(): Promise<Counters>;
  /** The landing page's figures, counted from rows at most half a minute ago. */
  getFigures(): Promise<Figures>;
}

/** South Africa has eleven official written languages; the product has a name in each. */
const namedLanguages = 11;

export function createDiscoveryService(deps: {
  clock: Clock;
  profiles: Pick<ProfilesService, 'countOnline' | 'countAvailable' | 'countMembers' | 'countCreators'>;
  /** What all creators together have earned, in cents. */
  earnedByAll(): Promise<bigint>;
}): DiscoveryService {
  const { clock, profiles } = deps;
  return {
    getCounters: createCached({
      clock,
      maxAgeMs: 1_000,
      async read() {
        const [online, readyNow] = await Promise.all([profiles.countOnline(), profiles.countAvailable()]);
        // Messages and live shows have no rows before their features exist, and a count of no rows is zero.
        return { online, readyNow, newMessages: 0, liveShows: 0 };
      },
    }),
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
