import { setImmediate as nextTurn } from 'node:timers/promises';
import { toUnavailable } from './postgres-errors.ts';
import { laneFigures } from './process-figures.ts';
import { currentSpan, runOutside, type Span, startShared, traced } from './tracing.ts';

interface Waiting<Item, Result> {
  item: Item;
  at: number;
  span: Span | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}
type Ready<Item, Prepared, Result> = Waiting<Item, Result> & { prepared: Prepared };

/** Results delivered per turn of the event loop, so that incoming requests are handled in between. */
const resultsPerTurn = 128;

/**
 * A lane in three concurrent stages: `prepare` reads what some items need while the batch before them is written, `act`
 * writes all prepared items, and the results of a batch are delivered over several turns while the next one is written.
 * Items and results keep their order. `limit` bounds one batch, `capacity` the queue; beyond it `whenFull` is thrown.
 */
export function createPipeline<Item, Prepared, Result>(options: {
  name: string;
  prepare(items: readonly Item[]): Promise<Prepared>;
  act(batch: readonly { item: Item; prepared: Prepared }[]): Promise<readonly (Result | Error)[]>;
  limit: number;
  capacity?: number;
  whenFull(): Error;
}): (item: Item) => Promise<Result> {
  const { limit, capacity = 20_000 } = options;
  const figures = laneFigures(options.name);
  const waiting: Waiting<Item, Result>[] = [];
  const ready: Ready<Item, Prepared, Result>[] = [];
  let preparing = false;
  let acting = false;

  async function prepareAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, limit);
      try {
        const prepared = await traced(startShared(`lane ${options.name} reads`, group), () =>
          options.prepare(group.map(({ item }) => item)),
        );
        for (const entry of group) ready.push(Object.assign(entry, { prepared }));
      } catch (error) {
        const refusal = toUnavailable(error);
        for (const { reject } of group) reject(refusal);
        figures.settled(group.length);
      }
      if (!acting) void actAll();
    }
    // In the same turn as the last check of the queue.
    preparing = false;
  }

  async function actAll(): Promise<void> {
    acting = true;
    while (ready.length > 0) {
      const batch = ready.splice(0, limit);
      figures.begun(batch.length, batch[0]?.at ?? 0);
      const settle = await traced(startShared(`lane ${options.name}`, batch), () => options.act(batch)).then(
        settleEach<Item, Result>,
        rejectAll<Item, Result>,
      );
      delivered = deliver(batch, settle);
      // Back-pressure: a client that reads too slowly may not send either.
      if (undelivered > limit * 2) await delivered;
    }
    acting = false;
  }

  let delivered: Promise<void> = Promise.resolve();
  let undelivered = 0;
  async function deliver(batch: readonly Waiting<Item, Result>[], settle: Settle<Item, Result>): Promise<void> {
    undelivered += batch.length;
    await delivered;
    for (let at = 0; at < batch.length; at += resultsPerTurn) {
      await nextTurn();
      for (const [index, entry] of batch.slice(at, at + resultsPerTurn).entries()) settle(entry, at + index);
    }
    undelivered -= batch.length;
    figures.settled(batch.length);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length + ready.length >= capacity) return reject(options.whenFull());
      figures.added();
      waiting.push({ item, at: performance.now(), span: currentSpan(), resolve, reject });
      if (preparing) return;
      preparing = true;
      // After this turn of the event loop, so that all items read in it are prepared together.
      setImmediate(() => runOutside(() => void prepareAll()));
    });
}

type Settle<Item, Result> = (entry: Waiting<Item, Result>, index: number) => void;

const settleEach =
  <Item, Result>(results: readonly (Result | Error)[]): Settle<Item, Result> =>
  (entry, index) => {
    const result = results[index];
    if (result instanceof Error) entry.reject(result);
    else if (index >= results.length) entry.reject(new Error('a batch returned too few results'));
    else entry.resolve(result as Result);
  };

const rejectAll = <Item, Result>(error: unknown): Settle<Item, Result> => {
  const refusal = toUnavailable(error);
  return (entry) => entry.reject(refusal);
};
