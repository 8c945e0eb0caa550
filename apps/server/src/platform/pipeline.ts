import { setImmediate as nextTurn } from 'node:timers/promises';
import { toUnavailable } from './postgres-errors.ts';

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}
type Ready<Item, Prepared, Answer> = Waiting<Item, Answer> & { prepared: Prepared };

/** Answers given in one turn of the event loop; then whatever else has come is seen to. */
const answersAtOnce = 128;

/**
 * A lane in three stages that work at the same time: `prepare` reads what some items need while those before them are
 * written, `act` writes all that are prepared by then, and the answers of a batch are handed out, some in each turn,
 * while the next one is written. Items keep their order, and answers are in the order of the items. `limit` bounds one
 * batch, `capacity` what may wait before `whenFull` is thrown.
 */
export function createPipeline<Item, Prepared, Answer>(options: {
  prepare(items: readonly Item[]): Promise<Prepared>;
  act(batch: readonly { item: Item; prepared: Prepared }[]): Promise<readonly (Answer | Error)[]>;
  limit: number;
  capacity?: number;
  whenFull(): Error;
}): (item: Item) => Promise<Answer> {
  const { limit, capacity = 20_000 } = options;
  const waiting: Waiting<Item, Answer>[] = [];
  const ready: Ready<Item, Prepared, Answer>[] = [];
  let preparing = false;
  let acting = false;

  async function prepareAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, limit);
      try {
        const prepared = await options.prepare(group.map(({ item }) => item));
        for (const entry of group) ready.push(Object.assign(entry, { prepared }));
      } catch (error) {
        const refusal = toUnavailable(error);
        for (const { reject } of group) reject(refusal);
      }
      if (!acting) void actAll();
    }
    // In the same turn as the last look at what waits.
    preparing = false;
  }

  async function actAll(): Promise<void> {
    acting = true;
    while (ready.length > 0) {
      const batch = ready.splice(0, limit);
      const give = await options.act(batch).then(giveEach<Item, Answer>, refuseAll<Item, Answer>);
      handedOut = handOut(batch, give);
      // A client that reads too slowly may not send either.
      if (owed > limit * 2) await handedOut;
    }
    acting = false;
  }

  let handedOut: Promise<void> = Promise.resolve();
  let owed = 0;
  async function handOut(batch: readonly Waiting<Item, Answer>[], give: Give<Item, Answer>): Promise<void> {
    owed += batch.length;
    await handedOut;
    for (let at = 0; at < batch.length; at += answersAtOnce) {
      await nextTurn();
      for (const [index, entry] of batch.slice(at, at + answersAtOnce).entries()) give(entry, at + index);
    }
    owed -= batch.length;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length + ready.length >= capacity) return reject(options.whenFull());
      waiting.push({ item, resolve, reject });
      if (preparing) return;
      preparing = true;
      // After this turn of the event loop: whatever was read in it is prepared together.
      setImmediate(() => void prepareAll());
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

const refuseAll = <Item, Answer>(error: unknown): Give<Item, Answer> => {
  const refusal = toUnavailable(error);
  return (entry) => entry.reject(refusal);
};
