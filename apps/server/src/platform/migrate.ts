import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { ConfigError } from './config.ts';
import {
  inMigrationTransaction,
  type Patience,
  patiently,
  usualPatience,
  withMigrationLock,
} from './migration-locks.ts';
import {
  findNeededBackfill,
  locateSqlError,
  readSqlFiles,
  requireMigrationNames,
  runsOutsideTransaction,
  type SqlFile,
  splitStatements,
} from './sql-files.ts';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');
const functions = join(import.meta.dirname, '../../functions');

/**
 * Brings the schema up to date: each file of `migrations/` runs once, in name order, in its own transaction, or outside
 * one where its first line says so; then the files of `functions/` whose text changed. One process at a time. Throws
 * `ConfigError` for a database that holds migrations of another version, and where another session does not give up a
 * table; what was applied before stays applied.
 */
export async function migrate<DB>(db: Kysely<DB>, patience: Patience = usualPatience): Promise<void> {
  const files = await readMigrations();
  await withMigrationLock(db, async (connection) => {
    await runPending(connection, files, patience);
    await applyFunctions(connection, patience);
  });
}

/** The same for these files alone. */
export const migrateFiles = <DB>(db: Kysely<DB>, files: readonly SqlFile[], patience: Patience): Promise<void> =>
  withMigrationLock(db, (connection) => runPending(connection, files, patience));

/** Throws `ConfigError` unless every migration of this version was run. */
export async function requireMigrated<DB>(db: Kysely<DB>): Promise<void> {
  const executed = new Set(await readExecuted(db));
  const missing = (await readMigrations()).find(({ name }) => !executed.has(name))?.name;
  if (missing)
    throw new ConfigError(
      `DATABASE_URL: its role owns no tables, and migration "${missing}" has not run; start one process with MIGRATION_DATABASE_URL first`,
    );
}

async function readMigrations(): Promise<SqlFile[]> {
  const files = await readSqlFiles(migrationsFolder);
  requireMigrationNames(files.map(({ name }) => name));
  return files;
}

async function readExecuted<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** Both tables have the form that Kysely's migrator gave them, which the releases before this one used. */
async function ensureOwnTables<DB>(db: Kysely<DB>): Promise<void> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  await sql`create table if not exists kysely_migration_lock (
    id varchar(255) primary key, is_locked integer not null default 0)`.execute(db);
}

async function runPending<DB>(db: Kysely<DB>, files: readonly SqlFile[], patience: Patience): Promise<void> {
  await ensureOwnTables(db);
  const executed = await readExecuted(db);
  const known = new Set(files.map(({ name }) => name));
  const unknown = executed.find((name) => !known.has(name));
  if (unknown)
    throw new ConfigError(
      `This database was made by another version of Vlam (migration "${unknown}"): start that version, or use a new database`,
    );
  const newest = executed.at(-1) ?? '';
  for (const file of files) {
    if (executed.includes(file.name)) continue;
    if (file.name < newest)
      throw new ConfigError(
        `migrations/${file.name}.sql has not run here, but ${newest}.sql has, which comes after it: take the next free number, or a new database`,
      );
    // A new database has no rows to fill.
    if (newest) await requireBackfill(db, file);
    await (runsOutsideTransaction(file.text) ? runOutside : runInside)(db, file, patience);
  }
}

async function requireBackfill<DB>(db: Kysely<DB>, { name, text }: SqlFile): Promise<void> {
  const backfill = findNeededBackfill(text);
  if (!backfill) return;
  const { rows } = await sql`select from backfills where name = ${backfill} and done_at is not null`.execute(db);
  if (rows.length === 0)
    throw new ConfigError(
      `migrations/${name}.sql needs the backfill "${backfill}", which has not ended here: start the release before with a worker, and this one when the table backfills says that it is done`,
    );
}

async function runInside<DB>(db: Kysely<DB>, file: SqlFile, patience: Patience): Promise<void> {
  await inMigrationTransaction(db, `migrations/${file.name}.sql`, patience, async (tx) => {
    // A crash loses the newest commits at most, and the next start runs those files again.
    await sql`select set_config('synchronous_commit', 'off', true)`.execute(tx);
    await applyFile(tx, `migrations/${file.name}.sql`, file.text);
    await noteExecuted(tx, file.name);
  });
}

/** Statement by statement, as several sent at once would be one transaction. What was done stays when one fails. */
async function runOutside<DB>(db: Kysely<DB>, { name, text }: SqlFile, patience: Patience): Promise<void> {
  await patiently(db, `migrations/${name}.sql`, patience, async () => {
    // Nobody waits behind it, so it may wait for the transactions that are under way.
    await sql`select set_config('lock_timeout', ${String(patience.outsideMs)}, false)`.execute(db);
    try {
      for (const statement of splitStatements(text)) await applyFile(db, `migrations/${name}.sql`, statement);
    } finally {
      await sql`reset lock_timeout`.execute(db);
    }
    await noteExecuted(db, name);
  });
}

async function noteExecuted<DB>(db: Kysely<DB>, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db);
}

async function applyFile<DB>(db: Kysely<DB>, file: string, text: string): Promise<void> {
  try {
    await sql.raw(text).execute(db);
  } catch (error) {
    throw locateSqlError(file, text, error);
  }
}

/** In one transaction, so that all functions and triggers are of one version. */
async function applyFunctions<DB>(db: Kysely<DB>, patience: Patience): Promise<void> {
  const files = await readSqlFiles(functions);
  await inMigrationTransaction(db, 'functions/', patience, async (tx) => {
    // The releases before this one hold no other lock here.
    await sql`lock table sql_functions in exclusive mode`.execute(tx);
    const { rows } = await sql<{ file: string; hash: Buffer }>`select file, hash from sql_functions`.execute(tx);
    const applied = new Map(rows.map(({ file, hash }) => [file, hash]));
    for (const { name, text } of files) {
      const hash = createHash('sha256').update(text).digest();
      if (applied.get(name)?.equals(hash)) continue;
      await applyFile(tx, `functions/${name}.sql`, text);
      await sql`insert into sql_functions (file, hash) values (${name}, ${hash})
        on conflict (file) do update set hash = excluded.hash, applied_at = now()`.execute(tx);
    }
  });
}
