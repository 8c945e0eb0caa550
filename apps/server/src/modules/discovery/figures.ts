import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { claimFigure, findFigure, saveFigure } from './activity-store.ts';

export interface StoredFigure<Value> {
  value: Value;
  at: Date;
}

export interface FigureOptions<Value> {
  name: string;
  /** How often it is recounted. */
  everyMs: number;
  count(now: Date): Promise<Value>;
  /** Called when the value differs from that of the last call, at most once in `notifyIntervalMs`. */
  onChange(): void;
  notifyIntervalMs: number;
}

export interface Figures {
  /** Returns the latest stored count: a read of one row, or of this process's cache. */
  define<Value>(options: FigureOptions<Value>): () => Promise<StoredFigure<Value>>;
  /** Counts due figures, each in one process of all, until the returned function is called. */
  startCounting(): () => Promise<void>;
}

const cacheMs = 1_000;
const tickMs = 1_000;
/** A figure this many periods old is recounted by the request itself: no process keeps it current. */
const staleAfterPeriods = 3;

/**
 * Public counts, stored in one small table: one process counts each at its own interval, the others read. A request
 * therefore scans no member's rows, and the cost does not grow with requests or processes.
 */
export function createFigures({
  database,
  clock,
  logger,
}: {
  database: Database;
  clock: Clock;
  logger: Logger;
}): Figures {
  const { db } = database;
  const figures: { count(): void; idle(): Promise<unknown> }[] = [];

  return {
    define<Value>({ name, everyMs, count, onChange, notifyIntervalMs }: FigureOptions<Value>) {
      const leaseMs = everyMs * 0.9;
      let memory: { readAt: number; stored: StoredFigure<Value> } | null = null;
      let reading: Promise<StoredFigure<Value>> | null = null;
      let lastNotified: { text: string; at: number } | null = null;

      async function renew(): Promise<StoredFigure<Value> | null> {
        const now = clock.now();
        if (!(await claimFigure(db, name, now, leaseMs))) return null;
        const value = await count(now);
        await saveFigure(db, name, value, now);
        notifyChange(JSON.stringify(value), now.getTime());
        return { value, at: now };
      }

      function notifyChange(text: string, at: number): void {
        if (lastNotified && (lastNotified.text === text || at - lastNotified.at < notifyIntervalMs)) return;
        if (lastNotified) onChange();
        lastNotified = { text, at };
      }

      async function read(): Promise<StoredFigure<Value>> {
        const row = await findFigure<Value>(db, name);
        const age = row ? Math.abs(clock.now().getTime() - row.computed_at.getTime()) : Number.POSITIVE_INFINITY;
        if (row && age <= everyMs * staleAfterPeriods) return { value: row.value, at: row.computed_at };
        const renewed = await renew();
        if (renewed) return renewed;
        if (row) return { value: row.value, at: row.computed_at };
        // Another process is counting it for the first time.
        const now = clock.now();
        return { value: await count(now), at: now };
      }

      let lastTick = Number.NEGATIVE_INFINITY;
      let counting: Promise<unknown> | null = null;
      figures.push({
        idle: async () => counting,
        count() {
          if (counting || performance.now() - lastTick < everyMs) return;
          lastTick = performance.now();
          counting = renew()
            .catch((error) => logger.warn('a figure was not counted', { ...errorFields(error), event: name }))
            .finally(() => {
              counting = null;
            });
        },
      });

      const readOnce = () => {
        const readAt = clock.now().getTime();
        reading ??= read()
          .then((stored) => {
            memory = { readAt, stored };
            return stored;
          })
          .finally(() => {
            reading = null;
          });
        return reading;
      };

      return async () => {
        const age = memory ? Math.abs(clock.now().getTime() - memory.readAt) : Number.POSITIVE_INFINITY;
        if (!memory || age >= cacheMs * staleAfterPeriods) return readOnce();
        // Refreshes in the background while the last value is recent.
        if (age >= cacheMs) readOnce().catch(() => {});
        return memory.stored;
      };
    },

    startCounting() {
      // A slow figure does not delay the others.
      const timer = setInterval(() => {
        for (const figure of figures) figure.count();
      }, tickMs);
      return async () => {
        clearInterval(timer);
        await Promise.all(figures.map((figure) => figure.idle()));
      };
    },
  };
}
