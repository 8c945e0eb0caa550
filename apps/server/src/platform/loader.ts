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

const rememberAtMost = 20_000;

/**
 * The rows of another loader, up to `maxAgeMs` old: for what stands beside things and may be a moment behind, never for
 * deciding who may do what. A row that is missing is asked for again.
 */
export function createShortMemory<Row extends object>(
  loader: Pick<Loader<string, Row>, 'list'>,
  options: { idOf(row: Row): string; maxAgeMs: number },
): Pick<Loader<string, Row>, 'list'> {
  const { idOf, maxAgeMs } = options;
  const kept = new Map<string, { row: Row; until: number }>();
  return {
    async list(ids) {
      const now = performance.now();
      const rows = new Map<string, Row>();
      for (const id of ids) {
        const known = kept.get(id);
        if (known && known.until > now) rows.set(id, known.row);
      }
      const missing = ids.filter((id) => !rows.has(id));
      if (missing.length > 0)
        for (const row of await loader.list(missing)) {
          rows.set(idOf(row), row);
          kept.set(idOf(row), { row, until: now + maxAgeMs });
        }
      if (kept.size > rememberAtMost) kept.clear();
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
  };
}
