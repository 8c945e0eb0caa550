import { createLane } from './lane.ts';

/** Point reads: what is asked for while a read is under way goes out together, each key once. */
export interface Loader<Key, Row> {
  find(key: Key): Promise<Row | undefined>;
  /** What was found of `keys`, in their order and without the missing. */
  list(keys: readonly Key[]): Promise<Row[]>;
}

/** `read` answers a map from `keyOf(key)` to the row; what is missing there is not found. */
export function createLoader<Key, Row>(options: {
  read(keys: readonly Key[]): Promise<ReadonlyMap<string, Row>>;
  keyOf(key: Key): string;
  limit?: number;
}): Loader<Key, Row> {
  const { read, keyOf, limit = 2_000 } = options;
  const lane = createLane<Key, Row | undefined>({
    limit,
    async call(keys) {
      const distinct = new Map(keys.map((key) => [keyOf(key), key]));
      const found = await read([...distinct.values()]);
      return keys.map((key) => found.get(keyOf(key)));
    },
  });
  return {
    find: (key) => lane.send(key),
    async list(keys) {
      const rows = await Promise.all(keys.map((key) => lane.send(key)));
      return rows.filter((row): row is Awaited<Row> & Row => row !== undefined);
    },
  };
}
