import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from './database.ts';
import { firstKeyId, type KeyRing, lookupKeyId, newSecret, type StoredKey } from './key-ring.ts';
import { errorFields, type Logger } from './logger.ts';
import type { SealedColumn } from './sealed-columns.ts';
import { findSealed } from './sealed-values.ts';
import { refusal } from './settings.ts';

/** How often each process reads which keys there are, in milliseconds. */
export const learnEveryMs = 5_000;

/** The keys as they are stored, with the time until each seals, by the database's clock. */
export async function listKeys(on: Db): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select id, sealed, master_id, (extract(epoch from seals_from - clock_timestamp()) * 1000)::float8 as seals_in
      from data_keys order by id`.execute(on);
  return rows;
}

/**
 * Opens the data keys of a migrated database, before anything is served or written; the first call makes them. Throws
 * `ConfigError` when the master key is another one than theirs.
 */
export async function openKeys(
  { config: { keys }, db }: { config: { keys: KeyRing }; db: Db },
  columns: readonly SealedColumn[],
): Promise<void> {
  if ((await listKeys(db)).length === 0) await makeFirstKeys(keys, db, columns);
  const stored = await listKeys(db);
  refuseOthers(keys, stored);
  keys.learn(stored);
}

/** For a start, before it migrates: throws `ConfigError` when there are data keys of another master key. */
export async function requireMasterKey({ config: { keys }, db }: { config: { keys: KeyRing }; db: Db }): Promise<void> {
  const { rows } = await sql`select from pg_class where oid = to_regclass('public.data_keys')`.execute(db);
  if (rows.length > 0) refuseOthers(keys, await listKeys(db));
}

function refuseOthers({ masterId }: KeyRing, stored: readonly StoredKey[]): void {
  const others = stored.filter(({ sealed, master_id }) => sealed && master_id !== masterId);
  if (others.length === 0) return;
  throw refusal(
    'MASTER_KEY',
    masterId,
    `(id ${masterId}) does not open the keys of this database`,
    `the master key with the id ${others[0]?.master_id}: without it nothing that is sealed here can be read`,
  );
}

/**
 * A new installation gets random keys. One that was there before data keys were keeps what it has sealed and hashed:
 * its master key becomes both data keys, once it opens what is sealed.
 */
async function makeFirstKeys(keys: KeyRing, db: Db, columns: readonly SealedColumn[]): Promise<void> {
  keys.useMasterKey();
  let [opened, refused] = [0, 0];
  for (const column of columns)
    for (const { value, purpose, context } of await findSealed(db, column, { limit: 1 }))
      try {
        keys.sealer(purpose).openBytes(value, context);
        opened += 1;
      } catch {
        refused += 1;
      }
  if (refused > 0 && opened === 0)
    throw refusal(
      'MASTER_KEY',
      keys.masterId,
      'does not open what is sealed in this database',
      'the one it was sealed with',
    );
  const { rows } = await sql<{ old: boolean }>`select exists (select from accounts) as old`.execute(db);
  const isOld = opened > 0 || rows[0]?.old === true;
  const rowOf = (id: number): RawBuilder<unknown> =>
    sql`(${id}, ${isOld ? keys.wrapMasterKey(id) : keys.wrap(id, newSecret())}, ${keys.masterId}, now())`;
  // Another process may do the same at this moment: the first wins, with both.
  await sql`insert into data_keys (id, sealed, master_id, resealed_at)
    values ${rowOf(lookupKeyId)}, ${rowOf(firstKeyId)} on conflict do nothing`.execute(db);
}

/** Reads the keys again every few seconds, and soon after a value named one that is not known; returns what ends it. */
export function watchKeys({
  config: { keys },
  database: { db },
  logger,
}: {
  config: { keys: KeyRing };
  database: Pick<Database, 'db'>;
  logger: Logger;
}): () => Promise<void> {
  let isOver = false;
  let readAt = performance.now();
  let reading: Promise<void> | null = null;
  let unopened = 0;
  async function read(): Promise<void> {
    readAt = performance.now();
    try {
      const { length: count } = keys.learn(await listKeys(db));
      if (count > unopened) logger.error('data keys are sealed by another master key: restart with it', { count });
      unopened = count;
    } catch (error) {
      logger.warn('data keys could not be read', errorFields(error));
    }
  }
  const readOnce = () => {
    if (isOver) return;
    reading ??= read().finally(() => {
      reading = null;
    });
  };
  // Strangers can send cookies that name any key.
  keys.onUnknown = () => performance.now() - readAt > 1_000 && readOnce();
  const timer = setInterval(readOnce, learnEveryMs);
  return async () => {
    isOver = true;
    clearInterval(timer);
    keys.onUnknown = () => {};
    await reading;
  };
}
