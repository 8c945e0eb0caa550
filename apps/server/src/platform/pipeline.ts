import { setImmediate as nextTurn } from 'node:timers/promises';

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * A lane whose callers have much to do with their answers: while one batch is written the next is prepared, and it is sent
 * before the answers of the last one are handed out, so that the database and this process work at the same time.
 * `prepare` reads what a batch needs, `act` writes it; answers are in the order of the items. `limit` bounds one batch,
 * `capacity` what may wait before `whenFull` is thrown.
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

  async function drain(): Promise<void> {
    let ready: ReturnType<typeof begin> | null = null;
    let handOut = () => {};
    while (ready || queue.length > 0) {
      const { batch, items, prepared } = ready ?? begin();
      ready = null;
      const acting = prepared.then((known) => options.act(items, known));
      const settled = acting.then(
        (answers) => () => answerAll(batch, answers),
        (error) => () => {
          for (const entry of batch) entry.reject(error);
        },
      );
      await prepared.catch(() => {});
      if (queue.length > 0) ready = begin();
      // A turn later both have left this process.
      await nextTurn();
      handOut();
      handOut = await settled;
      if (ready || queue.length > 0) continue;
      handOut();
      handOut = () => {};
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

function answerAll<Item, Answer>(batch: readonly Waiting<Item, Answer>[], answers: readonly (Answer | Error)[]): void {
  batch.forEach((entry, index) => {
    const answer = answers[index];
    if (answer instanceof Error) entry.reject(answer);
    else if (index >= answers.length) entry.reject(new Error('a batch was answered too few items'));
    else entry.resolve(answer as Answer);
  });
}
