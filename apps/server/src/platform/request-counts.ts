import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { errorFields, type Logger } from './logger.ts';

/** Counts are written this long after the first that is not; a crash loses no more. */
const writeAfterMs = 5_000;
const minuteMs = 60_000;

export interface RequestCounts {
  /** Counts one answer; 500 and above is a failure of ours. */
  count(status: number): void;
  /** Writes what is counted and not written yet. */
  flush(): Promise<void>;
  /** Answers of all processes since a moment, to the minute. */
  since(from: Date): Promise<{ requests: number; failed: number }>;
  /** Deletes minutes before a moment. */
  deleteBefore(moment: Date): Promise<void>;
}

/** How many answers failed, minute by minute, over all processes: what the platform's health is measured by. */
export function createRequestCounts(deps: { database: Database; clock: Clock; logger: Logger }): RequestCounts {
  const { clock, logger } = deps;
  const { pool } = deps.database;
  let counted = new Map<number, { requests: number; failed: number }>();
  let scheduled = false;

  async function flush(): Promise<void> {
    scheduled = false;
    const minutes = [...counted];
    counted = new Map();
    if (minutes.length === 0) return;
    await pool.query({
      name: 'request-minutes',
      text: `insert into request_minutes as kept (minute, requests, failed)
        select * from unnest($1::timestamptz[], $2::integer[], $3::integer[])
        on conflict (minute) do update
          set requests = kept.requests + excluded.requests, failed = kept.failed + excluded.failed`,
      values: [
        minutes.map(([minute]) => new Date(minute)),
        minutes.map(([, { requests }]) => requests),
        minutes.map(([, { failed }]) => failed),
      ],
    });
  }

  return {
    count(status) {
      const now = clock.now().getTime();
      const minute = now - (now % minuteMs);
      let counts = counted.get(minute);
      if (!counts) {
        counts = { requests: 0, failed: 0 };
        counted.set(minute, counts);
      }
      counts.requests += 1;
      if (status >= 500) counts.failed += 1;
      if (scheduled) return;
      scheduled = true;
      clock.after(writeAfterMs, () => flush().catch((error) => logger.warn('request counts lost', errorFields(error))));
    },
    flush,
    async since(from) {
      const { rows } = await pool.query<{ requests: string; failed: string }>(
        `select coalesce(sum(requests), 0)::text as requests, coalesce(sum(failed), 0)::text as failed
           from request_minutes where minute >= $1`,
        [from],
      );
      return { requests: Number(rows[0]?.requests ?? 0), failed: Number(rows[0]?.failed ?? 0) };
    },
    async deleteBefore(moment) {
      await pool.query('delete from request_minutes where minute < $1', [moment]);
    },
  };
}
