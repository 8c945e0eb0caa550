import { heatMapWindows } from '@vlam/contract/discovery-activity';
import { minShownCount } from '@vlam/contract/rules/heat';
import type { Db } from '../../platform/database.ts';
import { type Counts, findSnapshot, listCityCravings, saveSnapshot } from './activity-store.ts';
import type { Figures } from './figures.ts';
import { type HeatMap, toHeatMap } from './heat-map-view.ts';
import { cravingMs } from './interests.ts';

export type HeatMapWindow = (typeof heatMapWindows)[number];

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Per window: its length, how often it is counted, and how often a snapshot is stored to measure growth. */
export const windows = {
  live: { lengthMs: 5 * minute, everyMs: 5 * second, snapshotIntervalMs: minute },
  '1h': { lengthMs: hour, everyMs: 15 * second, snapshotIntervalMs: 5 * minute },
  '24h': { lengthMs: 24 * hour, everyMs: minute, snapshotIntervalMs: hour },
  '7d': { lengthMs: 7 * 24 * hour, everyMs: 5 * minute, snapshotIntervalMs: 6 * hour },
} as const satisfies Record<HeatMapWindow, unknown>;

const notifyIntervalMs = 15 * second;

/** Retention of snapshots: twice the longest window, and a little more. */
export const snapshotRetentionMs = 15 * 24 * hour;

export interface HeatMaps {
  /** Members seen in each city in the window, compared to the window before; counted in the background. */
  heatMap(window?: HeatMapWindow): Promise<HeatMap & { updatedAt: string }>;
}

export function createHeatMaps(deps: {
  db: Db;
  figures: Figures;
  /** Members seen after `since`, by their city. */
  countSeenByCity(since: Date): Promise<Counts>;
  changed(topic: 'heat-map'): void;
}): HeatMaps {
  const { db } = deps;
  const define = (window: HeatMapWindow) => {
    const { lengthMs, everyMs, snapshotIntervalMs } = windows[window];
    const figure = `heat-map ${window}`;
    return deps.figures.define({
      name: figure,
      everyMs,
      onChange: () => deps.changed('heat-map'),
      notifyIntervalMs: Math.max(everyMs, notifyIntervalMs),
      async count(now) {
        const at = now.getTime();
        const people = await deps.countSeenByCity(new Date(at - lengthMs));
        await saveSnapshot(db, figure, new Date(Math.floor(at / snapshotIntervalMs) * snapshotIntervalMs), people);
        const [before, cravings] = await Promise.all([
          findSnapshot(db, figure, {
            from: new Date(at - lengthMs - 2 * snapshotIntervalMs),
            to: new Date(at - lengthMs),
          }),
          listCityCravings(db, new Date(at - cravingMs), minShownCount),
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
