import pg from 'pg';
import { canMigrate, grantApplication } from './platform/application-role.ts';
import { ConfigError } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { migrateJobs } from './platform/job-runner.ts';
import { migrate, requireMigrated } from './platform/migrate.ts';

/** Connection strings of the role that owns the tables and of the one that the application uses; often the same. */
export interface DatabaseUrls {
  owner: string;
  application: string;
}

/** An arbitrary number: the advisory lock under which one process at a time prepares a database. */
const preparationLock = 7_305_112_026;

/**
 * Throws `ConfigError` when a configured PostgreSQL does not respond, refuses the connection or is too old. Its
 * password is never shown.
 */
export async function requireDatabase(
  url: string,
  setting: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' = 'DATABASE_URL',
): Promise<void> {
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
    throw new ConfigError(`${setting}: ${place} cannot be connected to (${code}); use a PostgreSQL that can`);
  }
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    const version = rows[0]?.version ?? '';
    if (Number.parseInt(version, 10) < 15)
      throw new ConfigError(`${setting}: ${place} is PostgreSQL ${version}; use 15 or newer`);
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

/**
 * Migrates both schemas as the owner, and lets the application's role use them; an index on a large table may take
 * minutes. A role that owns nothing only makes sure that another process has migrated, and throws `ConfigError` otherwise.
 */
export async function migrateDatabase({ owner, application }: DatabaseUrls): Promise<void> {
  const database: Database = openDatabase(owner, { size: 2, statementTimeoutMs: 3_600_000 });
  try {
    if (!(await canMigrate(owner))) return await requireMigrated(database.db);
    await migrate(database.db);
    await migrateJobs(database.pool);
  } finally {
    await database.close();
  }
  if (owner !== application) await grantApplication(owner, application);
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
