import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { claimFigure, findFigure, saveFigure } from './activity-store.ts';

export interface Kept<Value> {
  value: Value;
  at: Date;
}

export interface FigureOptions<Value> {
  name: string;
  /** How often it is counted anew. */
  everyMs: number;
  count(now: Date): Promise<Value>;
  /** Called when it is another than when this was called last, at most once in `tellEveryMs`. */
  onChange(): void;
  tellEveryMs: number;
}

export interface Figures {
  /** Answers the count as it was kept last: a read of one row, or of this process's memory. */
  define<Value>(options: FigureOptions<Value>): () => Promise<Kept<Value>>;
  /** Counts what is due, each figure in one process of all, until the answered function is called. */
  keep(): () => Promise<void>;
}

const rememberMs = 1_000;
const tickMs = 1_000;
/** A figure this many periods old is recounted by the request itself: no process seems to keep it. */
const neglectedAfter = 3;

/**
 * Counts that everybody sees, kept in one small table: one process counts each at its pace, the others read. So a
 * request scans nobody's rows, and the cost does not grow with the number of requests or processes.
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
    define<Value>({ name, everyMs, count, onChange, tellEveryMs }: FigureOptions<Value>) {
      const leaseMs = everyMs * 0.9;
      let memory: { readAt: number; kept: Kept<Value> } | null = null;
      let reading: Promise<Kept<Value>> | null = null;
      let told: { text: string; at: number } | null = null;

      async function renew(): Promise<Kept<Value> | null> {
        const now = clock.now();
        if (!(await claimFigure(db, name, now, leaseMs))) return null;
        const value = await count(now);
        await saveFigure(db, name, value, now);
        tell(JSON.stringify(value), now.getTime());
        return { value, at: now };
      }

      function tell(text: string, at: number): void {
        if (told && (told.text === text || at - told.at < tellEveryMs)) return;
        if (told) onChange();
        told = { text, at };
      }

      async function read(): Promise<Kept<Value>> {
        const row = await findFigure<Value>(db, name);
        const age = row ? Math.abs(clock.now().getTime() - row.computed_at.getTime()) : Number.POSITIVE_INFINITY;
        if (row && age <= everyMs * neglectedAfter) return { value: row.value, at: row.computed_at };
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
          .then((kept) => {
            memory = { readAt, kept };
            return kept;
          })
          .finally(() => {
            reading = null;
          });
        return reading;
      };

      return async () => {
        const age = memory ? Math.abs(clock.now().getTime() - memory.readAt) : Number.POSITIVE_INFINITY;
        if (!memory || age >= rememberMs * neglectedAfter) return readOnce();
        // Nobody waits for what is read anew while the last answer is young.
        if (age >= rememberMs) readOnce().catch(() => {});
        return memory.kept;
      };
    },

    keep() {
      // One that takes long keeps none of the others waiting.
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
