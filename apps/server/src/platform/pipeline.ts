import { setImmediate as nextTurn } from 'node:timers/promises';

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Answers given in one turn of the event loop; then whatever else has come is seen to. */
const answersAtOnce = 32;

/**
 * A lane whose callers have much to do with their answers: the next batch is prepared and sent while the answers of the
 * last one are handed out, a few in each turn, so that the database and this process work at the same time. `prepare`
 * reads what a batch needs, `act` writes it; answers are in the order of the items. `limit` bounds one batch, `capacity`
 * what may wait before `whenFull` is thrown.
 */
export function createPipeline<Item, Prepared, Answer>(options: {
  prepare(items: readonly Item[]): Promise<Prepared>;
  act(items: readonly Item[], prepared: Prepared): Promise<readonly (Answer | Error)[]>;
  limit: number;
  capacity?: number;
  whenFull(): Error;
}): (item: Item) => Promise<Answer> {
  const { limit, capacity = 20_000 } = options;
  let queue: Waiting<Item, Answer>[] = [];
  let running = false;

  function begin() {
    const batch = queue.slice(0, limit);
    queue = queue.slice(limit);
    const items = batch.map(({ item }) => item);
    const prepared = options.prepare(items);
    // It is awaited a little later.
    prepared.catch(() => {});
    return { batch, items, prepared };
  }

  let handedOut: Promise<void> = Promise.resolve();
  let owed = 0;
  async function handOut(batch: readonly Waiting<Item, Answer>[], answer: Give<Item, Answer>): Promise<void> {
    owed += batch.length;
    await handedOut;
    for (let at = 0; at < batch.length; at += answersAtOnce) {
      await nextTurn();
      for (const [index, entry] of batch.slice(at, at + answersAtOnce).entries()) answer(entry, at + index);
    }
    owed -= batch.length;
  }

  async function drain(): Promise<void> {
    let ready: ReturnType<typeof begin> | null = null;
    while (ready || queue.length > 0) {
      const { batch, items, prepared } = ready ?? begin();
      ready = null;
      const acting = prepared.then((known) => options.act(items, known));
      const settled = acting.then(giveEach<Item, Answer>, refuseAll<Item, Answer>);
      await prepared.catch(() => {});
      if (queue.length > 0) ready = begin();
      handedOut = handOut(batch, await settled);
      // Whoever cannot keep up with the answers writes no more meanwhile.
      if (owed > limit * 2) await handedOut;
    }
    // In the same turn as the last look at the queue.
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (queue.length >= capacity) return reject(options.whenFull());
      queue.push({ item, resolve, reject });
      if (running) return;
      running = true;
      // After this turn of the event loop: whatever was read in it shares the first batch.
      setImmediate(() => void drain());
    });
}

type Give<Item, Answer> = (entry: Waiting<Item, Answer>, index: number) => void;

const giveEach =
  <Item, Answer>(answers: readonly (Answer | Error)[]): Give<Item, Answer> =>
  (entry, index) => {
    const answer = answers[index];
    if (answer instanceof Error) entry.reject(answer);
    else if (index >= answers.length) entry.reject(new Error('a batch was answered too few items'));
    else entry.resolve(answer as Answer);
  };

const refuseAll =
  <Item, Answer>(error: unknown): Give<Item, Answer> =>
  (entry) =>
    entry.reject(error);
