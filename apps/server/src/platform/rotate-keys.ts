import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { listKeys } from './data-keys.ts';
import type { Db } from './database.ts';
import { idOfSealed, type KeyRing, newSecret } from './key-ring.ts';
import type { SealedColumn } from './sealed-columns.ts';
import { countSealedBy, exchangeSealed, findHeld, findSealed, type SealedValue, type Wanted } from './sealed-values.ts';

/** A refusal or failure that an operator can act on, in one line. */
export class KeysError extends Error {}

export interface Rotation {
  db: Db;
  keys: KeyRing;
  columns: readonly SealedColumn[];
  say(line: string): void;
  /** How long every process has to learn a new key before it seals, in milliseconds. */
  learnMs?: number;
}

/** Six times as long as a process takes to read the keys again. */
export const defaultLearnMs = 30_000;
/** No signed link lives longer; a cookie that is sealed lives minutes. */
export const longestLinkDays = 7;
const batch = { small: 100, large: 4 };
const columnName = ({ table, column }: SealedColumn): string => `${table}.${column}`;

/** The key that values are to be sealed with: the newest, while a rotation to it is unfinished, otherwise a new one. */
export async function beginRotation({
  db,
  keys,
  learnMs = defaultLearnMs,
}: Rotation): Promise<{ id: number; isNew: boolean }> {
  const begun = await db.transaction().execute(async (tx) => {
    await sql`lock table data_keys in share row exclusive mode`.execute(tx);
    const { rows } = await sql<{ id: number; master_id: string; isDone: boolean }>`
      select id, master_id, resealed_at is not null as "isDone" from data_keys order by id desc limit 1`.execute(tx);
    const newest = rows[0];
    if (!newest) throw new KeysError('This database has no data keys yet: start Vlam on it first.');
    if (!newest.isDone) return { id: newest.id, isNew: false };
    const id = newest.id + 1;
    await sql`insert into data_keys (id, sealed, master_id, seals_from)
      values (${id}, ${keys.wrap(id, newSecret())}, ${keys.masterId}, clock_timestamp() + ${learnMs} * interval '1 ms')`.execute(
      tx,
    );
    return { id, isNew: true };
  });
  keys.learn(await listKeys(db));
  return begun;
}

/** Resolves once the key seals in every process. */
export async function untilSealing({ db, keys }: Rotation, id: number): Promise<void> {
  while (keys.sealingId() < id) {
    const key = (await listKeys(db)).find((stored) => stored.id === id);
    await sleep(Math.min(1_000, Math.max(50, key?.seals_in ?? 0)));
  }
}

export interface Resealed {
  /** Values that are sealed by the key now. */
  resealed: number;
  /** Values that another process wrote at the same moment, which stay. */
  raced: number;
  /** Where a value could not be opened; it is left as it was. */
  unopened: string[];
}

/**
 * Seals with the newest key what older ones have sealed, batch by batch, with as long a pause after each as it took.
 * Every value is exchanged only for the one that was read. It may be ended and begun again at any point.
 */
export async function reseal(rotation: Rotation, id: number): Promise<Resealed> {
  const found: Resealed = { resealed: 0, raced: 0, unopened: [] };
  for (const column of rotation.columns) {
    const before = found.resealed;
    for (const find of [findSealed, findHeld]) await resealColumn(rotation, { column, id, find, found });
    const count = found.resealed - before;
    if (count > 0) rotation.say(`${columnName(column)}: ${count} sealed with key ${id}`);
  }
  return found;
}

async function resealColumn(
  { db, keys, say }: Rotation,
  {
    column,
    id,
    find,
    found,
  }: {
    column: SealedColumn;
    id: number;
    find(on: Db, column: SealedColumn, wanted: Wanted): Promise<SealedValue[]>;
    found: Resealed;
  },
): Promise<void> {
  const limit = column.isLarge ? batch.large : batch.small;
  let after: readonly string[] | undefined;
  for (;;) {
    const since = performance.now();
    const values = await find(db, column, { limit, notBy: id, after });
    for (const each of values) {
      const sealer = keys.sealer(each.purpose);
      let plain: Buffer;
      try {
        plain = sealer.openBytes(each.value, each.context);
      } catch {
        const where = `${columnName(column)} ${each.at.join(' ')}`;
        if (found.unopened.length < 20) say(`${where}: cannot be opened, and is left as it is`);
        found.unopened.push(where);
        continue;
      }
      const next = sealer.sealBytes(plain, each.context);
      if (idOfSealed(next) !== id) throw new KeysError(`Key ${id} does not seal: another rotation has begun.`);
      if (await exchangeSealed(db, column, each, next)) found.resealed += 1;
      else found.raced += 1;
    }
    if (values.length < limit) return;
    after = values.at(-1)?.at;
    await sleep(performance.now() - since);
  }
}

/** Rotates whole: passes are repeated until one finds nothing, since a transaction may have sealed before the key did. */
export async function rotate(rotation: Rotation): Promise<{ id: number; resealed: number; unopened: string[] }> {
  const { db, say } = rotation;
  const { id, isNew } = await beginRotation(rotation);
  say(isNew ? `Key ${id} is made; it seals once every process knows it.` : `The rotation to key ${id} goes on.`);
  await untilSealing(rotation, id);
  let resealed = 0;
  for (;;) {
    const pass = await reseal(rotation, id);
    resealed += pass.resealed;
    if (pass.unopened.length > 0) return { id, resealed, unopened: pass.unopened };
    if (pass.resealed + pass.raced === 0) break;
  }
  await sql`update data_keys set resealed_at = now() where id = ${id} and resealed_at is null`.execute(db);
  return { id, resealed, unopened: [] };
}

/**
 * Forgets a key that no stored value names. Throws `KeysError` while one does, for the key that seals, and, unless `now`
 * is set, while links that it signed may be on their way.
 */
export async function retire({ db, keys, columns }: Rotation, id: number, { now }: { now: boolean }): Promise<void> {
  const { rows } = await sql<{ isRetired: boolean; replaced: boolean; days: number | null }>`
    select retired_at is not null as "isRetired",
        exists (select from data_keys newer where newer.id > ${id} and newer.resealed_at is not null) as replaced,
        (select (extract(epoch from now() - min(newer.seals_from)) / 86400)::float8 from data_keys newer
          where newer.id > ${id} and newer.seals_from <= now()) as days
      from data_keys where id = ${id} and id > 0`.execute(db);
  const [key] = rows;
  if (!key) throw new KeysError(`There is no data key ${id}.`);
  if (key.isRetired) throw new KeysError(`Key ${id} is retired already.`);
  if (!key.replaced) throw new KeysError(`Key ${id} is in use: run "npm run keys:rotate" first, to its end.`);
  if (!now && (key.days ?? 0) < longestLinkDays)
    throw new KeysError(
      `Links in mails may still be signed by key ${id}: retire it ${longestLinkDays} days after its successor began, or add --now to end them.`,
    );
  await requireUnused({ db, columns }, id);
  // One that read a value before it was sealed anew may be about to store it elsewhere.
  await untilOlderTransactionsEnd(db);
  await requireUnused({ db, columns }, id);
  await sql`update data_keys set sealed = null, retired_at = now() where id = ${id} and sealed is not null`.execute(db);
  keys.learn(await listKeys(db));
}

async function requireUnused({ db, columns }: Pick<Rotation, 'db' | 'columns'>, id: number): Promise<void> {
  const uses: string[] = [];
  for (const column of columns) {
    const count = await countSealedBy(db, column, id);
    if (count > 0) uses.push(`${columnName(column)} (${count})`);
  }
  if (uses.length > 0) throw new KeysError(`Key ${id} still seals ${uses.join(', ')}: run "npm run keys:rotate".`);
}

async function untilOlderTransactionsEnd(db: Db): Promise<void> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db);
  const since = rows[0]?.at;
  for (;;) {
    const older = await sql<{ pid: number }>`
      select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and xact_start < ${since}::timestamptz`.execute(db);
    if (older.rows.length === 0) return;
    await sleep(100);
  }
}

/**
 * Seals the data keys with another master key, all or none. Values stay as they are, and programs that run keep
 * working until they start again, which they do with the new master key. Returns how many were changed.
 */
export async function changeMasterKey(db: Db, from: KeyRing, to: KeyRing): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table data_keys in share row exclusive mode`.execute(tx);
    let changed = 0;
    for (const { id, sealed, master_id } of await listKeys(tx)) {
      if (master_id === to.masterId) continue;
      if (sealed && master_id !== from.masterId)
        throw new KeysError(`Key ${id} is sealed by the master key ${master_id}, and this one is ${from.masterId}.`);
      const next = sealed && to.wrap(id, from.unwrap({ id, sealed }));
      await sql`update data_keys set sealed = ${next}, master_id = ${to.masterId} where id = ${id}`.execute(tx);
      changed += 1;
    }
    return changed;
  });
}
