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
  /** Called when a count has answered something else than the one before. */
  onChange(): void;
}

export interface Figures {
  /** Answers the count as it was kept last: a read of one row, or of this process's memory. */
  define<Value>(options: FigureOptions<Value>): () => Promise<Kept<Value>>;
  /** Counts what is due, each figure in one process of all, until the answered function is called. */
  keep(): () => Promise<void>;
}

const rememberMs = 1_000;
const tickMs = 1_000;
/** An answer this many periods old is counted anew by whoever asks: nobody seems to be keeping it. */
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
  const due: (() => Promise<void>)[] = [];

  return {
    define<Value>({ name, everyMs, count, onChange }: FigureOptions<Value>) {
      const leaseMs = everyMs * 0.9;
      let memory: { readAt: number; answer: Promise<Kept<Value>> } | null = null;
      let known: string | null = null;

      async function renew(): Promise<Kept<Value> | null> {
        const now = clock.now();
        if (!(await claimFigure(db, name, now, leaseMs))) return null;
        const value = await count(now);
        await saveFigure(db, name, value, now);
        const text = JSON.stringify(value);
        if (known !== null && known !== text) onChange();
        known = text;
        return { value, at: now };
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
      due.push(async () => {
        if (performance.now() - lastTick < everyMs) return;
        lastTick = performance.now();
        await renew().catch((error) => logger.warn('a figure was not counted', { ...errorFields(error), event: name }));
      });

      return () => {
        const now = clock.now().getTime();
        if (memory && Math.abs(now - memory.readAt) < rememberMs) return memory.answer;
        const reading = { readAt: now, answer: read() };
        memory = reading;
        reading.answer.catch(() => {
          if (memory === reading) memory = null;
        });
        return reading.answer;
      };
    },

    keep() {
      let last: Promise<void> = Promise.resolve();
      let busy = false;
      const tick = async () => {
        busy = true;
        for (const count of due) await count();
        busy = false;
      };
      const timer = setInterval(() => {
        if (!busy) last = tick();
      }, tickMs);
      return async () => {
        clearInterval(timer);
        await last;
      };
    },
  };
}
