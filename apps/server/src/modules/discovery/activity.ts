import type { PersonCard } from '@vlam/contract/discovery-people';
import type { DiscoveryPart } from '@vlam/contract/realtime';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { createLane } from '../../platform/lane.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { ActivityParts } from './activity-parts.ts';
import { type Craving, recordCravings, sweepActivity } from './activity-store.ts';
import { createFigures, type Figures } from './figures.ts';
import { createHeatMaps, type HeatMaps, snapshotRetentionMs } from './heat-map.ts';
import { cravingMs, createInterests, type Interests } from './interests.ts';
import { createMoods, type Moods } from './moods.ts';
import { createPosts, type Posts } from './posts.ts';

export interface HomeCounters {
  online: number;
  readyNow: number;
  liveShows: number;
}

export interface ActivityDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  profiles: Pick<ProfilesService, 'cards' | 'countOnline' | 'countAvailable' | 'countSeenByCity'>;
  /** Cards of the people this viewer may see. */
  cardsOf(viewer: Viewer, profileIds: readonly string[]): Promise<ReadonlyMap<string, PersonCard>>;
  countLive(): Promise<number>;
  /** Publishes that a part of discovery changed; call it after the commit. */
  changed(part: DiscoveryPart): void;
}

export interface Activity extends Posts, Moods, Interests, HeatMaps {
  /** Members online and available, and current shows, counted at most a few seconds ago. */
  counters(): Promise<HomeCounters>;
  /** Counts the figures of the home page in the background until the returned function is called. */
  startCounting: Figures['startCounting'];
  /** Publishes a change that was made without this service. */
  publishChange: ActivityDependencies['changed'];
  activityTasks: JobTask[];
}

const sweepKind = jobKind('discovery.sweep-activity');
const counterIntervalMs = 1_000;
const counterEventIntervalMs = 5_000;
const hourMs = 60 * 60_000;

export function createActivity(deps: ActivityDependencies): Activity {
  const { clock, logger, profiles, changed } = deps;
  const { db } = deps.database;
  const figures = createFigures(deps);
  const recordCraving = createCravingLane({ db, clock, logger, profiles });
  const parts: ActivityParts = { db, clock, cardsOf: deps.cardsOf, recordCraving, changed };
  const counters = figures.define({
    name: 'counters',
    everyMs: counterIntervalMs,
    notifyIntervalMs: counterEventIntervalMs,
    onChange: () => changed('counters'),
    async count() {
      const [online, readyNow, liveShows] = await Promise.all([
        profiles.countOnline(),
        profiles.countAvailable(),
        deps.countLive(),
      ]);
      return { online, readyNow, liveShows };
    },
  });
  return {
    ...createPosts(parts),
    ...createMoods(parts),
    ...createInterests({ db, figures, changed }),
    ...createHeatMaps({ db, figures, countSeenByCity: profiles.countSeenByCity, changed }),
    counters: async () => (await counters()).value,
    publishChange: changed,
    startCounting: figures.startCounting,
    activityTasks: [
      jobTask(
        sweepKind,
        async () => {
          const now = clock.now().getTime();
          await sweepActivity(db, {
            posts: new Date(now - hourMs),
            cravings: new Date(now - 2 * cravingMs),
            snapshots: new Date(now - snapshotRetentionMs),
          });
        },
        { cron: '17 * * * *' },
      ),
    ],
  };
}

/** Counts concurrent likes and posts in one statement. */
function createCravingLane(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  profiles: Pick<ProfilesService, 'cards'>;
}): ActivityParts['recordCraving'] {
  const lane = createLane<Omit<Craving, 'city'>, true>({
    name: 'discovery.cravings',
    limit: 1_000,
    async call(wanted) {
      const distinct = [...new Map(wanted.map((one) => [`${one.category} ${one.profileId}`, one])).values()];
      const cards = await deps.profiles.cards.list([...new Set(distinct.map((one) => one.profileId))]);
      const cities = new Map(cards.map((card) => [card.id, card.city]));
      const known = distinct.flatMap((one) => {
        const city = cities.get(one.profileId);
        return city === undefined ? [] : [{ ...one, city }];
      });
      if (known.length > 0) await recordCravings(deps.db, known, deps.clock.now());
      return wanted.map(() => true as const);
    },
  });
  return async (profileId, category) => {
    await lane
      .send({ category, profileId })
      .catch((error) => deps.logger.warn('a craving was not counted', errorFields(error)));
  };
}
