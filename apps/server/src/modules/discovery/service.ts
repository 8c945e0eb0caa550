import { createCached } from '../../platform/cached.ts';
import type { Config } from '../../platform/config.ts';
import type { JobTask } from '../../platform/jobs.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { VipService } from '../vip/service.ts';
import { type Activity, type ActivityDependencies, createActivity, type HomeCounters } from './activity.ts';
import { createOwnAvailability, type OwnAvailability } from './available.ts';
import { type Cards, createCards, type ResponseTimesOf } from './cards.ts';
import { createFlames, type Flames } from './flames.ts';
import { createForMatching, type ForMatching } from './for-matching.ts';
import { createNearby, type Nearby } from './nearby.ts';
import { createPeopleIndex, type PeopleIndex, type TravelCityOf } from './people.ts';
import { createPlaces, type Places } from './place.ts';
import { orderKeyOf } from './ranking.ts';

export type { FindablePerson, FlameFigures } from './for-matching.ts';

export interface Counters extends HomeCounters {
  newMessages: number;
}

export interface Figures {
  creators: number;
  members: number;
  earnings: number;
  earningsCents: number;
  languages: number;
  liveCalls: number;
  giftsSent: number;
  satisfaction: number | null;
}

export interface DiscoveryService
  extends Activity,
    Cards,
    Flames,
    ForMatching,
    Nearby,
    OwnAvailability,
    Places,
    PeopleIndex {
  /**
   * Members online and available, and current shows, counted at most a few seconds ago; and the viewer's unread
   * messages.
   */
  getCounters(viewer: Viewer | null): Promise<Counters>;
  /** The landing page's figures, at most half a minute old. */
  getFigures(): Promise<Figures>;
  tasks: JobTask[];
}

export function createDiscoveryService(
  deps: Omit<ActivityDependencies, 'cardsOf' | 'profiles'> & {
    config: Config;
    profiles: ProfilesService;
    vip: Pick<VipService, 'listBoosts'>;
    travelCityOf: TravelCityOf;
    responseTimesOf: ResponseTimesOf;
    realtime: Pick<Realtime, 'toProfile' | 'toTopic'>;
    /** Opens a conversation for a match; returns its id. */
    onMatch: Parameters<typeof createFlames>[0]['onMatch'];
    notify: Notify;
    /** Unread messages of the viewer's inbox; none for a visitor. */
    countUnread(viewer: Viewer | null): Promise<number>;
    /** Public figures from modules of higher rank. */
    moreFigures(): Promise<Pick<Figures, 'languages' | 'liveCalls' | 'giftsSent' | 'satisfaction'>>;
    /** Earnings of all creators, in cents. */
    earnedByAll(): Promise<bigint>;
  },
): DiscoveryService {
  const { clock, profiles } = deps;
  const people = createPeopleIndex({ ...deps, orderKey: orderKeyOf(deps.config.keys) });
  const places = createPlaces({ ...deps, refresh: people.refresh });
  const cards = createCards({ ...deps, originOf: places.originOf, moodsOf: (ids) => activity.moodsOf(ids) });
  const activity: Activity = createActivity({ ...deps, cardsOf: cards.cardsOf });
  return {
    ...people,
    ...places,
    ...cards,
    ...createNearby({
      ...deps,
      cursorSealer: deps.config.keys.sealer('cursors of people'),
      cardsOf: cards.cardsOf,
      originOf: places.originOf,
    }),
    ...createFlames({ ...deps, cardsOf: cards.cardsOf }),
    ...createForMatching(deps),
    ...createOwnAvailability({ ...deps, refresh: people.refresh }),
    ...activity,
    async postInterest(viewer, post) {
      const posted = await activity.postInterest(viewer, post);
      await deps.database.db.transaction().execute((tx) => people.refresh(tx, [posted.person.id]));
      return posted;
    },
    tasks: [...people.peopleTasks, ...places.placeTasks, ...activity.activityTasks],
    async getCounters(viewer) {
      const [counters, newMessages] = await Promise.all([activity.counters(), deps.countUnread(viewer)]);
      return { ...counters, newMessages };
    },
    getFigures: createCached({
      clock,
      maxAgeMs: 30_000,
      async read() {
        const [creators, members, earned, more] = await Promise.all([
          profiles.countCreators(),
          profiles.countMembers(),
          deps.earnedByAll(),
          deps.moreFigures(),
        ]);
        const earningsCents = Number(earned);
        return { creators, members, earnings: earningsCents / 100, earningsCents, ...more };
      },
    }),
  };
}
