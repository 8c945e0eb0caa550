import pg from 'pg';
import { ConfigError } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { migrateJobs } from './platform/job-runner.ts';
import { migrate } from './platform/migrate.ts';

/** An arbitrary number: the advisory lock under which one process at a time prepares a database. */
const preparationLock = 7_305_112_026;

/**
 * Throws `ConfigError` when a configured PostgreSQL does not respond, refuses the connection or is too old. Its
 * password is never shown.
 */
export async function requireDatabase(url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  const place = `"postgres://…@${host}${pathname}"`;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'vlam start',
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { code = 'no answer' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATABASE_URL: ${place} cannot be connected to (${code}); use a PostgreSQL that can`);
  }
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    const version = rows[0]?.version ?? '';
    if (Number.parseInt(version, 10) < 15)
      throw new ConfigError(`DATABASE_URL: ${place} is PostgreSQL ${version}; use 15 or newer`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs `prepare` while no other process prepares this database. */
export async function withPreparationLock<Result>(url: string, prepare: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'vlam start' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [preparationLock]);
    return await prepare();
  } finally {
    // Ending the session releases the lock.
    await client.end().catch(() => {});
  }
}

/** Migrates both schemas; an index on a large table may take minutes. */
export async function migrateDatabase(url: string): Promise<void> {
  const database: Database = openDatabase(url, { size: 2, statementTimeoutMs: 3_600_000 });
  try {
    await migrate(database.db);
    await migrateJobs(database.pool);
  } finally {
    await database.close();
  }
}

/** Empties the embedded database after an interrupted creation of the demo world. */
export async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(
      'drop schema public cascade; create schema public; drop schema if exists graphile_worker cascade',
    );
  } finally {
    await client.end();
  }
}
