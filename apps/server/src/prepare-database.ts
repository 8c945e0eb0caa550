import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { canMigrate, grantApplication } from './platform/application-role.ts';
import { ConfigError } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { migrateJobs } from './platform/job-runner.ts';
import { migrate, requireMigrated } from './platform/migrate.ts';
import { askedTimeoutMs, isPooler } from './platform/pooler.ts';
import { refusal, settings } from './platform/settings.ts';

/** Connection strings of the role that owns the tables and of the one that the application uses; often the same. */
export interface DatabaseUrls {
  owner: string;
  application: string;
}

/** The settings of a migration, which needs no others. Throws `ConfigError`. */
export function readDatabaseUrls(environment: NodeJS.ProcessEnv): DatabaseUrls {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = environment;
  const wanted = {
    ...(DATABASE_URL ? { DATABASE_URL } : {}),
    ...(MIGRATION_DATABASE_URL ? { MIGRATION_DATABASE_URL } : {}),
  };
  const parsed = settings.pick({ DATABASE_URL: true, MIGRATION_DATABASE_URL: true }).safeParse(wanted);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path[0] === 'DATABASE_URL' ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL';
    throw refusal(name, wanted[name], 'is not allowed');
  }
  const { DATABASE_URL: application, MIGRATION_DATABASE_URL: owner = application } = parsed.data;
  if (!application || !owner)
    throw refusal('DATABASE_URL', undefined, 'is not enough: the embedded database migrates at its start');
  return { owner, application };
}

/** An arbitrary number: the advisory lock under which one process at a time prepares a database. */
const preparationLock = 7_305_112_026;

/**
 * Throws `ConfigError` when a configured PostgreSQL does not respond, refuses the connection, is too old or stands behind
 * a pooler. Its password is never shown.
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
    statement_timeout: askedTimeoutMs,
    application_name: 'vlam start',
  });
  client.on('error', () => {});
  const pooler = () =>
    new ConfigError(
      `${setting}: ${place} is a pooler such as pgbouncer, which drops limits, prepared statements and notifications; use the address of PostgreSQL itself`,
    );
  try {
    await client.connect();
  } catch (error) {
    const { code = 'no answer', message } = error as NodeJS.ErrnoException;
    if (isPooler({ refused: message })) throw pooler();
    throw new ConfigError(`${setting}: ${place} cannot be connected to (${code}); use a PostgreSQL that can`);
  }
  try {
    const { rows } = await client.query<{ version: string; limit: string }>(
      `select current_setting('server_version') as version, current_setting('statement_timeout') as limit`,
    );
    if (isPooler({ shown: rows[0]?.limit })) throw pooler();
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
    // Asked again and again: a waiting statement would hold up an index that the other process makes concurrently.
    while (!(await tryLock(client))) await sleep(200);
    return await prepare();
  } finally {
    // Ending the session releases the lock.
    await client.end().catch(() => {});
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [preparationLock]);
  return rows[0]?.mine ?? false;
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
