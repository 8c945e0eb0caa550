import { laneFigures } from './process-figures.ts';
import { runBatch } from './run-batch.ts';
import { currentSpan, runOutside, type Span, startShared, traced } from './tracing.ts';

export interface Lane<Item, Result> {
  /**
   * Adds the item to the next batch. Rejects only this item when its result is an Error, or when the call fails for it
   * alone.
   */
  send(item: Item): Promise<Result>;
  /** Items waiting or in flight. */
  readonly depth: number;
}

interface Waiting<Item, Result> {
  item: Item;
  at: number;
  span: Span | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Batches items that arrive while the previous call is in flight: no timer, no added latency. `call` returns results in
 * the order of its items, and writes all of them or none (see `runBatch`). `limit` bounds one batch, `capacity` the
 * queue; beyond it `whenFull` is thrown. `name` is what the figures call it.
 */
export function createLane<Item, Result>(options: {
  name: string;
  call(items: readonly Item[]): Promise<readonly (Result | Error)[]>;
  limit: number;
  capacity?: number;
  whenFull?(): Error;
}): Lane<Item, Result> {
  const { call, limit, capacity = 20_000 } = options;
  const figures = laneFigures(options.name);
  let queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.length <= limit ? queue : queue.slice(0, limit);
      queue = queue.length <= limit ? [] : queue.slice(limit);
      inFlight = batch.length;
      figures.begun(batch.length, batch[0]?.at ?? 0);
      const results = await traced(startShared(`lane ${options.name}`, batch), () =>
        runBatch(
          batch.map((entry) => entry.item),
          call,
        ),
      );
      batch.forEach((entry, index) => {
        const result = results[index];
        if (result instanceof Error) entry.reject(result);
        else entry.resolve(result as Result);
      });
      inFlight = 0;
      figures.settled(batch.length);
    }
    // In the same turn as the last check of the queue: an item sent by a caller just resolved must start a new drain.
    draining = false;
  }

  let draining = false;
  return {
    get depth() {
      return queue.length + inFlight;
    },
    send(item) {
      return new Promise((resolve, reject) => {
        if (queue.length >= capacity) {
          reject(options.whenFull?.() ?? new Error('the lane is full'));
          return;
        }
        figures.added();
        queue.push({ item, at: performance.now(), span: currentSpan(), resolve, reject });
        if (draining) return;
        draining = true;
        // After this turn of the event loop, so that every request read in it shares the first batch.
        setImmediate(() => runOutside(() => void drain()));
      });
    },
  };
}
