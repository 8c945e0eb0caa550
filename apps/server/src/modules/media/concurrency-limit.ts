/** Runs at most `maxConcurrent` tasks together; the rest wait first come, first served. */
export type ConcurrencyLimit = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createConcurrencyLimit(maxConcurrent: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The slot passes straight to the next in line, so `running` drops only when the queue is empty.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
