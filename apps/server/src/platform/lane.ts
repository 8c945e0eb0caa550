import { runBatch } from './run-batch.ts';

export interface Lane<Item, Answer> {
  /** Joins the next batch. Rejects only this item when its answer is an Error, or when the call fails for it alone. */
  send(item: Item): Promise<Answer>;
  /** Items waiting or under way. */
  readonly depth: number;
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Collects what arrives while the previous call is under way and sends it as one batch: no timer, no added wait.
 * `call` answers in the order of its items, and writes all of them or none (see `runBatch`). `limit` bounds one batch,
 * `capacity` what may wait before `whenFull` is thrown.
 */
export function createLane<Item, Answer>(options: {
  call(items: readonly Item[]): Promise<readonly (Answer | Error)[]>;
  limit: number;
  capacity?: number;
  whenFull?(): Error;
}): Lane<Item, Answer> {
  const { call, limit, capacity = 20_000 } = options;
  let queue: Waiting<Item, Answer>[] = [];
  let underWay = 0;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.length <= limit ? queue : queue.slice(0, limit);
      queue = queue.length <= limit ? [] : queue.slice(limit);
      underWay = batch.length;
      const answers = await runBatch(
        batch.map((entry) => entry.item),
        call,
      );
      batch.forEach((entry, index) => {
        const answer = answers[index];
        if (answer instanceof Error) entry.reject(answer);
        else entry.resolve(answer as Answer);
      });
      underWay = 0;
    }
    // In the same turn as the last look at the queue: an item sent by an answered caller must start a new drain.
    draining = false;
  }

  let draining = false;
  return {
    get depth() {
      return queue.length + underWay;
    },
    send(item) {
      return new Promise((resolve, reject) => {
        if (queue.length >= capacity) {
          reject(options.whenFull?.() ?? new Error('the lane is full'));
          return;
        }
        queue.push({ item, resolve, reject });
        if (draining) return;
        draining = true;
        // After this turn of the event loop: every request that was read in it shares the first batch.
        setImmediate(() => void drain());
      });
    },
  };
}
