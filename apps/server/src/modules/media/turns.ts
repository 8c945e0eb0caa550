/** Runs at most `atOnce` pieces of work together; the rest wait in the order they came. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes straight to the next in line, so `running` drops only when the queue is empty.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
