import { AppError } from './errors.ts';
import { isUnavailable, toUnavailable } from './postgres-errors.ts';
import { retryCollisions } from './postgres-retries.ts';

type Results<Result> = readonly (Result | Error)[];
type Work<Item, Result> = (items: readonly Item[]) => Promise<Results<Result>>;

/**
 * A result or an error for each item, in their order. `work` writes all of its items or none; after a collision it runs
 * again. An item that it cannot take fails alone, because then each runs alone. When the database is away or the
 * outcome is unknown, nothing runs again and every item gets `UNAVAILABLE`.
 */
export async function runBatch<Item, Result>(
  items: readonly Item[],
  work: Work<Item, Result>,
): Promise<Results<Result>> {
  try {
    return await attempt(items, work);
  } catch (error) {
    if (items.length === 1 || error instanceof AppError || isUnavailable(error)) return refuse(items, error);
  }
  const results: (Result | Error)[] = [];
  for (const [index, item] of items.entries())
    try {
      results.push(...(await attempt([item], work)));
    } catch (error) {
      if (isUnavailable(error)) return [...results, ...refuse(items.slice(index), error)];
      results.push(toUnavailable(error));
    }
  return results;
}

async function attempt<Item, Result>(items: readonly Item[], work: Work<Item, Result>): Promise<Results<Result>> {
  const results = await retryCollisions(() => work(items));
  return results.length === items.length
    ? results
    : refuse(items, new Error('a batch got too few or too many results'));
}

function refuse(items: readonly unknown[], error: unknown): Error[] {
  const refusal = toUnavailable(error);
  return items.map(() => refusal);
}

/** As `runBatch`; items with the same key are written one after the other, in their order. */
export async function runDistinct<Item, Result>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  work: Work<Item, Result>,
): Promise<Results<Result>> {
  const results = new Map<Item, Result | Error>();
  for (let rest = items; rest.length > 0; rest = rest.filter((item) => !results.has(item))) {
    const round = new Map<string, Item>();
    for (const item of rest) if (!round.has(keyOf(item))) round.set(keyOf(item), item);
    const distinct = [...round.values()];
    const answers = await runBatch(distinct, work);
    for (const [index, item] of distinct.entries()) results.set(item, answers[index] as Result | Error);
  }
  return items.map((item) => results.get(item) as Result | Error);
}
