import { createLane } from './lane.ts';

/** Batched point reads: keys requested while a read is in flight are read together, each once. */
export interface Loader<Key, Row> {
  find(key: Key): Promise<Row | undefined>;
  /** The rows found for `keys`, in their order. */
  list(keys: readonly Key[]): Promise<Row[]>;
}

/** `read` returns a map from `keyOf(key)` to the row; a missing key is not found. */
export function createLoader<Key, Row>(options: {
  name: string;
  read(keys: readonly Key[]): Promise<ReadonlyMap<string, Row>>;
  keyOf(key: Key): string;
  limit?: number;
}): Loader<Key, Row> {
  const { name, read, keyOf, limit = 2_000 } = options;
  const lane = createLane<Key, Row | undefined>({
    name,
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

const maxCachedRows = 20_000;

/**
 * Caches another loader's rows for `maxAgeMs`. For data shown beside other data, never for permission checks. Missing
 * rows are not cached.
 */
export function cacheRows<Row extends object>(
  loader: Pick<Loader<string, Row>, 'list'>,
  options: { idOf(row: Row): string; maxAgeMs: number },
): Pick<Loader<string, Row>, 'list'> {
  const { idOf, maxAgeMs } = options;
  const cache = new Map<string, { row: Row; until: number }>();
  return {
    async list(ids) {
      const now = performance.now();
      const rows = new Map<string, Row>();
      for (const id of ids) {
        const cached = cache.get(id);
        if (cached && cached.until > now) rows.set(id, cached.row);
      }
      const missing = ids.filter((id) => !rows.has(id));
      if (missing.length > 0)
        for (const row of await loader.list(missing)) {
          rows.set(idOf(row), row);
          cache.set(idOf(row), { row, until: now + maxAgeMs });
        }
      if (cache.size > maxCachedRows) cache.clear();
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
  };
}
