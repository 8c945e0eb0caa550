import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import * as store from './response-time-store.ts';

/** Response times of members by profile id; members with too few replies are left out. */
export interface ResponseTimes {
  /** Percentage of turns that got a reply within a day. */
  responseRatesOf(profileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Median minutes of those replies. */
  responseTimesOf(profileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Measures every member over the last thirty days. */
  measureResponseTimes(): Promise<void>;
  responseTimeTasks: JobTask[];
}

const dayMs = 86_400_000;
const measuredDays = 30;
const minTurns = 5;
const minPeople = 3;
const batchSize = 200;
/** Maximum time of one job run; the next one continues where it stopped. */
const runMs = 20_000;
const measureKind = jobKind<{ after?: string }>('messaging.response-times', { maxAttempts: 3 });

export function createResponseTimes({
  database,
  clock,
  jobs,
}: {
  database: Database;
  clock: Clock;
  jobs: Jobs;
}): ResponseTimes {
  const { db } = database;

  /** Measures members after an id; returns the last id, or null at the end. */
  async function measureFrom(after: string | null, milliseconds: number): Promise<string | null> {
    const until = performance.now() + milliseconds;
    let last = after;
    while (performance.now() < until) {
      const ids = await store.listMeasurable(db, last, batchSize);
      const now = clock.now();
      const since = new Date(now.getTime() - measuredDays * dayMs);
      if (ids.length > 0)
        await store.measureResponseTimes(db, ids, { now, since, withinMs: dayMs, minTurns, minPeople });
      last = ids.at(-1) ?? null;
      if (ids.length < batchSize) return null;
    }
    return last;
  }

  return {
    async responseRatesOf(profileIds) {
      const rows = await store.listResponseTimes(db, profileIds);
      return new Map(rows.map(({ id, rate }) => [id, rate]));
    },
    async responseTimesOf(profileIds) {
      const rows = await store.listResponseTimes(db, profileIds);
      return new Map(rows.flatMap(({ id, median_minutes: minutes }) => (minutes === null ? [] : [[id, minutes]])));
    },
    measureResponseTimes: async () => void (await measureFrom(null, Number.POSITIVE_INFINITY)),
    responseTimeTasks: [
      jobTask(
        measureKind,
        async ({ after: last }) => {
          const after = await measureFrom(last ?? null, runMs);
          if (after) await jobs.enqueue(db, measureKind, { after }, { key: `messaging.response-times:${after}` });
        },
        { cron: '10 1 * * *' },
      ),
    ],
  };
}
