import { heatMapWindows } from '@vlam/contract/discovery-activity';
import { smallestShownCount } from '@vlam/contract/rules/heat';
import type { Db } from '../../platform/database.ts';
import { type Counts, findSnapshot, keepSnapshot, listCityCravings } from './activity-store.ts';
import type { Figures } from './figures.ts';
import { type HeatMap, toHeatMap } from './heat-map-view.ts';
import { cravingMs } from './interests.ts';

export type HeatMapWindow = (typeof heatMapWindows)[number];

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Of each window: its length, how often it is counted, and how often a count is kept to measure growth against. */
export const windows = {
  live: { lengthMs: 5 * minute, everyMs: 5 * second, keptEveryMs: minute },
  '1h': { lengthMs: hour, everyMs: 15 * second, keptEveryMs: 5 * minute },
  '24h': { lengthMs: 24 * hour, everyMs: minute, keptEveryMs: hour },
  '7d': { lengthMs: 7 * 24 * hour, everyMs: 5 * minute, keptEveryMs: 6 * hour },
} as const satisfies Record<HeatMapWindow, unknown>;

const tellEveryMs = 15 * second;

/** How long kept counts are needed: twice the longest window, and a little. */
export const snapshotsKeptMs = 15 * 24 * hour;

export interface HeatMaps {
  /** People seen in each city in the window, and against the window before; counted in the background. */
  heatMap(window?: HeatMapWindow): Promise<HeatMap & { updatedAt: string }>;
}

export function createHeatMaps(deps: {
  db: Db;
  figures: Figures;
  /** People seen after `since`, by their city. */
  countSeenByCity(since: Date): Promise<Counts>;
  changed(topic: 'heat-map'): void;
}): HeatMaps {
  const { db } = deps;
  const define = (window: HeatMapWindow) => {
    const { lengthMs, everyMs, keptEveryMs } = windows[window];
    const figure = `heat-map ${window}`;
    return deps.figures.define({
      name: figure,
      everyMs,
      onChange: () => deps.changed('heat-map'),
      tellEveryMs: Math.max(everyMs, tellEveryMs),
      async count(now) {
        const at = now.getTime();
        const people = await deps.countSeenByCity(new Date(at - lengthMs));
        await keepSnapshot(db, figure, new Date(Math.floor(at / keptEveryMs) * keptEveryMs), people);
        const [before, cravings] = await Promise.all([
          findSnapshot(db, figure, {
            from: new Date(at - lengthMs - 2 * keptEveryMs),
            to: new Date(at - lengthMs),
          }),
          listCityCravings(db, new Date(at - cravingMs), smallestShownCount),
        ]);
        return toHeatMap({ people, before, cravings });
      },
    });
  };
  const maps = Object.fromEntries(heatMapWindows.map((window) => [window, define(window)])) as Record<
    HeatMapWindow,
    ReturnType<typeof define>
  >;
  return {
    async heatMap(window = 'live') {
      const { value, at } = await maps[window]();
      return { ...value, updatedAt: at.toISOString() };
    },
  };
}
