import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigError } from './config.ts';

/** Tables whose rows the application adds and reads, and never changes. */
const appendOnly = ['audit_log'];
/** Tables of the migrations, which only their owner writes. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock', 'sql_functions'];

const embeddedRole = 'vlam_application';

/** Creates the role that the application connects as to the embedded PostgreSQL; returns its connection string. */
export async function ensureEmbeddedRole(ownerUrl: string, dataDir: string): Promise<string> {
  const password = readPassword(dataDir);
  await withClient(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [embeddedRole]);
    const how = `login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`;
    await client.query(`${rowCount ? 'alter' : 'create'} role ${embeddedRole} ${how}`);
  });
  const url = new URL(ownerUrl);
  url.username = embeddedRole;
  url.password = password;
  return url.href;
}

function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.application.password');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const made = randomBytes(24).toString('base64url');
    writeFileSync(file, made, { mode: 0o600 });
    return made;
  }
}

/**
 * Lets the role of `applicationUrl` use what the owner's migrations made: all of it, but rows of append-only tables are
 * never changed. Idempotent; run it after each migration. Throws `ConfigError` when that role could undo this.
 */
export async function grantApplication(ownerUrl: string, applicationUrl: string): Promise<void> {
  const role = await withClient(applicationUrl, roleOf);
  await withClient(ownerUrl, async (client) => {
    const grantee = pg.escapeIdentifier(role);
    await client.query('begin');
    for (const schema of ['public', 'graphile_worker'])
      await client.query(`
        grant usage on schema ${schema} to ${grantee};
        grant select, insert, update, delete on all tables in schema ${schema} to ${grantee};
        grant usage, select, update on all sequences in schema ${schema} to ${grantee}`);
    // The demo world makes tables of its own later.
    await client.query(`
      alter default privileges in schema public grant select, insert, update, delete on tables to ${grantee};
      alter default privileges in schema public grant usage, select, update on sequences to ${grantee}`);
    for (const table of appendOnly)
      await client.query(`revoke update, delete, truncate, references, trigger on ${table} from ${grantee}`);
    for (const table of ofMigrations)
      await client.query(`revoke insert, update, delete, truncate on ${table} from ${grantee}`);
    await openQueueTo(client, role);
    await client.query('commit');
  });
  if (await canChangeAuditLog(applicationUrl))
    throw new ConfigError(
      `DATABASE_URL: the role "${role}" could change the audit log; use one that is no superuser, owns nothing, and is no member of the owner's role`,
    );
}

/** The queue's tables hide their rows from every role but their owner, unless a policy shows them. */
async function openQueueTo(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity and relkind in ('r', 'p')`,
  );
  for (const { name } of rows) {
    const table = `graphile_worker.${pg.escapeIdentifier(name)}`;
    await client.query(`drop policy if exists application on ${table}`);
    await client.query(
      `create policy application on ${table} to ${pg.escapeIdentifier(role)} using (true) with check (true)`,
    );
  }
}

/** Whether the role of a connection could change or remove a row of the audit log, its trigger or the table. */
export async function canChangeAuditLog(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ can: boolean }>(`
      select role.rolsuper or pg_has_role(log.relowner, 'member') or pg_has_role(space.nspowner, 'member')
        or has_table_privilege(log.oid, 'update, delete, truncate, trigger') as can
      from pg_class log
        join pg_namespace space on space.oid = log.relnamespace
        join pg_roles role on role.rolname = current_user
      where log.oid = to_regclass('public.audit_log')`);
    return rows[0]?.can ?? false;
  });
}

/** Whether the role of a connection may migrate: the tables are its own, or there are none yet. */
export async function canMigrate(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ can: boolean }>(
      `select pg_has_role(relowner, 'member') as can from pg_class where oid = to_regclass('public.kysely_migration')`,
    );
    return rows[0]?.can ?? true;
  });
}

async function roleOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>('select current_user as role');
  return rows[0]?.role ?? '';
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'vlam start' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
