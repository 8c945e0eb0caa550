import { type InterestCategory, interestCategories } from '@vlam/contract/constants';
import { trendingTopics } from '@vlam/contract/discovery-activity';
import { type HeatLevel, heatLevel, shownCount } from '@vlam/contract/rules/heat';
import { johannesburgDay, startOfDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { type Counts, countCravings, findSnapshot, saveSnapshot } from './activity-store.ts';
import type { Figures } from './figures.ts';

export interface Interest {
  category: InterestCategory;
  /** Null below ten, as is `change` when either count is. */
  count: number | null;
  change: number | null;
  heat: HeatLevel;
}

export interface Trend {
  topic: (typeof trendingTopics)[number];
  count: number | null;
}

export interface Interests {
  /** Members who posted or liked something of a category in the last day, compared to an hour ago. */
  interests(): Promise<Interest[]>;
  /** The same of four categories since the Johannesburg day began, most craved first. */
  trending(): Promise<Trend[]>;
}

/** How long a post or a like counts as a craving. */
export const cravingMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const snapshotIntervalMs = 5 * 60_000;
const countIntervalMs = 5_000;
const notifyIntervalMs = 10_000;

/** The category counted for each topic. */
const categoryOf = {
  'Hookups tonight': 'Hookups',
  'Photo exchange': 'Photo Exchange',
  'Flirty chat': 'Flirty Chat',
  'Secret affairs': 'Secret Meetings',
} as const satisfies Record<Trend['topic'], InterestCategory>;

export function toInterests(counts: Counts, hourAgo: Counts | null): Interest[] {
  return interestCategories.map((category) => {
    const count = shownCount(counts.get(category) ?? 0);
    const before = hourAgo && shownCount(hourAgo.get(category) ?? 0);
    return {
      category,
      count,
      change: count === null || before === null ? null : count - before,
      heat: heatLevel(count ?? 0),
    };
  });
}

/** Hidden counts come last, in an order that reveals nothing. */
export function toTrends(counts: Counts): Trend[] {
  return trendingTopics
    .map((topic) => ({ topic, count: shownCount(counts.get(categoryOf[topic]) ?? 0) }))
    .sort((a, b) => (b.count ?? -1) - (a.count ?? -1));
}

export function createInterests(deps: {
  db: Db;
  figures: Figures;
  changed(topic: 'interests' | 'trending'): void;
}): Interests {
  const { db, figures } = deps;
  const interests = figures.define({
    name: 'interests',
    everyMs: countIntervalMs,
    notifyIntervalMs,
    onChange: () => deps.changed('interests'),
    async count(now) {
      const counts = await countCravings(db, new Date(now.getTime() - cravingMs));
      const bucket = Math.floor(now.getTime() / snapshotIntervalMs) * snapshotIntervalMs;
      await saveSnapshot(db, 'interests', new Date(bucket), counts);
      const to = now.getTime() - hourMs;
      const hourAgo = await findSnapshot(db, 'interests', {
        from: new Date(to - 2 * snapshotIntervalMs),
        to: new Date(to),
      });
      return toInterests(counts, hourAgo);
    },
  });
  const trending = figures.define({
    name: 'trending',
    everyMs: countIntervalMs,
    notifyIntervalMs,
    onChange: () => deps.changed('trending'),
    count: async (now) => toTrends(await countCravings(db, startOfDay(johannesburgDay(now)))),
  });
  return {
    interests: async () => (await interests()).value,
    trending: async () => (await trending()).value,
  };
}
