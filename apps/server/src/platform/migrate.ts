import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ConfigError } from './config.ts';
import { locateSqlError, readSqlFiles, requireMigrationNames } from './sql-files.ts';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');
const functions = join(import.meta.dirname, '../../functions');

/**
 * Brings the schema up to date: each file of `migrations/` runs once, in name order, in its own transaction; then the
 * files of `functions/` whose text changed. Throws `ConfigError` for a database that holds migrations of another version.
 */
export async function migrate<DB>(db: Kysely<DB>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const known = await readMigrations();
  const executed = await sql<{ name: string }>`
    select name from kysely_migration`
    .execute(db)
    .catch(() => ({ rows: [] }));
  const unknown = executed.rows.find(({ name }) => !(name in known));
  if (unknown)
    throw new ConfigError(
      `This database was made by another version of Vlam (migration "${unknown.name}"): start that version, or use a new database`,
    );
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  await applyFunctions(db);
}

/** Throws `ConfigError` unless every migration of this version was run. */
export async function requireMigrated<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const executed = new Set(rows.map(({ name }) => name));
  const missing = Object.keys(await readMigrations()).find((name) => !executed.has(name));
  if (missing)
    throw new ConfigError(
      `DATABASE_URL: its role owns no tables, and migration "${missing}" has not run; start one process with MIGRATION_DATABASE_URL first`,
    );
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = await readSqlFiles(migrationsFolder);
  requireMigrationNames(files.map(({ name }) => name));
  return Object.fromEntries(
    files.map(({ name, text }) => [name, { up: (db) => applyFile(db, `migrations/${name}.sql`, text) }]),
  );
}

async function applyFile<DB>(db: Kysely<DB>, file: string, text: string): Promise<void> {
  try {
    await sql.raw(text).execute(db);
  } catch (error) {
    throw locateSqlError(file, text, error);
  }
}

/** In one transaction, so that all functions and triggers are of one version. */
async function applyFunctions<DB>(db: Kysely<DB>): Promise<void> {
  const files = await readSqlFiles(functions);
  await db.transaction().execute(async (tx) => {
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
