import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import * as store from './response-time-store.ts';

/** Response times of members by profile id; members with too few answers are left out. */
export interface Answers {
  /** Per cent of what others wrote that was answered within a day. */
  responseRatesOf(profileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Median of those answers in minutes. */
  responseTimesOf(profileIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Measures everybody anew, from the last thirty days. */
  measureAnswers(): Promise<void>;
  answerTasks: JobTask[];
}

const dayMs = 86_400_000;
const measuredDays = 30;
const turnsAtLeast = 5;
const peopleAtLeast = 3;
const batchSize = 200;
/** One run of the job; the next one carries on where it stopped. */
const runMs = 20_000;
const measureKind = jobKind<{ after?: string }>('messaging.answers', { maxAttempts: 3 });

export function createAnswers({ database, clock, jobs }: { database: Database; clock: Clock; jobs: Jobs }): Answers {
  const { db } = database;

  /** Measures those after an id; returns where to carry on, or null at the end. */
  async function measureFrom(after: string | null, milliseconds: number): Promise<string | null> {
    const until = performance.now() + milliseconds;
    let last = after;
    while (performance.now() < until) {
      const ids = await store.listMeasurable(db, last, batchSize);
      const now = clock.now();
      const since = new Date(now.getTime() - measuredDays * dayMs);
      if (ids.length > 0)
        await store.measureAnswers(db, ids, { now, since, withinMs: dayMs, turnsAtLeast, peopleAtLeast });
      last = ids.at(-1) ?? null;
      if (ids.length < batchSize) return null;
    }
    return last;
  }

  return {
    async responseRatesOf(profileIds) {
      const rows = await store.listAnswers(db, profileIds);
      return new Map(rows.map(({ id, rate }) => [id, rate]));
    },
    async responseTimesOf(profileIds) {
      const rows = await store.listAnswers(db, profileIds);
      return new Map(rows.flatMap(({ id, median_minutes: minutes }) => (minutes === null ? [] : [[id, minutes]])));
    },
    measureAnswers: async () => void (await measureFrom(null, Number.POSITIVE_INFINITY)),
    answerTasks: [
      jobTask(
        measureKind,
        async ({ after: last }) => {
          const after = await measureFrom(last ?? null, runMs);
          if (after) await jobs.enqueue(db, measureKind, { after }, { key: `messaging.answers:${after}` });
        },
        { cron: '10 1 * * *' },
      ),
    ],
  };
}
