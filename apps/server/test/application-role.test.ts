import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canChangeAuditLog, canMigrate, grantApplication } from '../src/platform/application-role.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { newId } from '../src/platform/ids.ts';
import { migrateDatabase } from '../src/prepare-database.ts';
import { aProfile } from './factories.ts';
import { useTestApp } from './use-app.ts';

const t = useTestApp({ asApplicationRole: true });
let application: Database;

beforeAll(() => {
  application = openDatabase(t.applicationUrl, { size: 2 });
});
afterAll(() => application.close());

const as = (statement: string) => application.pool.query(statement);
async function administerAs(url: string, statement: string): Promise<void> {
  const owner = openDatabase(url, { size: 1 });
  await owner.pool.query(statement).finally(() => owner.close());
}

describe('T21: the role that the application connects as', () => {
  it('adds rows of the audit log by acting, and reads them', async () => {
    const admin = await aProfile(t, { role: 'admin' });
    const member = await aProfile(t);
    const body = { userId: member.accountId, reason: 'Threatened a creator' };
    expect((await t.client(admin).call('suspendUser', { body })).status).toBe(200);
    const { body: log } = await t.client(admin).call('auditLog');
    expect(log.items.map(({ action }) => action)).toContain('user.suspended');
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
    expect((await as('select current_user as role')).rows[0].role).not.toBe('vlam');
  });

  it('cannot change, remove or truncate a row, with the trigger or without', async () => {
    const before = (await as('select count(*) from audit_log')).rows;
    // PostgreSQL only warns that nothing was granted.
    await as('grant update on audit_log to current_user');
    for (const disabled of [false, true]) {
      if (disabled) await t.database.pool.query('alter table audit_log disable trigger append_only');
      for (const statement of [
        "update audit_log set reason = 'x'",
        'delete from audit_log',
        'truncate audit_log',
        'select 1 from audit_log for update',
      ])
        await expect(as(statement), statement).rejects.toThrow('permission denied');
    }
    await t.database.pool.query('alter table audit_log enable trigger append_only');
    expect((await as('select count(*) from audit_log')).rows).toEqual(before);
  });

  it.each([
    'alter table audit_log disable trigger append_only',
    'alter table audit_log disable trigger all',
    'drop trigger append_only on audit_log',
    'create trigger mine before insert on audit_log for each row execute function audit_log_refuse()',
    'drop table audit_log',
    'alter table audit_log rename to other',
    'alter table audit_log owner to current_user',
    'drop schema public cascade',
    'create or replace function audit_log_refuse() returns trigger language plpgsql as $$ begin return null; end $$',
    'create table public.mine (id int)',
    "set session_replication_role = 'replica'",
    'create role mine superuser',
    'delete from kysely_migration',
    'update sql_functions set hash = hash',
  ])('is refused: %s', async (statement) => {
    await expect(as(statement)).rejects.toThrow(/permission denied|must be owner|must be able|no privileges/);
  });

  it('runs jobs of the queue, whose tables show their rows to their owner alone otherwise', async () => {
    expect(Number((await as('select count(*) from graphile_worker.jobs')).rows[0].count)).toBeGreaterThan(0);
    expect(await t.drain()).toBeGreaterThan(0);
  });

  it('is told apart from one that may migrate, and is granted again without harm', async () => {
    expect(await canChangeAuditLog(t.applicationUrl)).toBe(false);
    expect(await canChangeAuditLog(t.databaseUrl)).toBe(true);
    expect(await canMigrate(t.applicationUrl)).toBe(false);
    expect(await canMigrate(t.databaseUrl)).toBe(true);
    await grantApplication(t.databaseUrl, t.applicationUrl);
    await expect(grantApplication(t.databaseUrl, t.databaseUrl)).rejects.toThrow('could change the audit log');
  });

  it('is granted by an owner that is no superuser and may create no roles, and then needs no migrations', async () => {
    const administer = (statement: string) => t.database.pool.query(statement);
    const [owner, application, name] = ['owner', 'application', 'place'].map((each) => `${each}_${newId().slice(-12)}`);
    const urlOf = (role = '') => {
      const url = new URL(t.databaseUrl);
      Object.assign(url, { username: role, password: 'x', pathname: `/${name}` });
      return url.href;
    };
    for (const role of [owner, application]) await administer(`create role ${role} login password 'x'`);
    await administer(`create database ${name} owner ${owner}`);
    try {
      const urls = { owner: urlOf(owner), application: urlOf(application) };
      await migrateDatabase(urls);
      expect(await canChangeAuditLog(urls.owner)).toBe(true);
      expect(await canChangeAuditLog(urls.application)).toBe(false);
      // As the demo world does after the migrations.
      await administerAs(urls.owner, 'create table made_later (number int)');
      await administerAs(urls.application, 'insert into made_later values (1)');
      await migrateDatabase({ owner: urls.application, application: urls.application });
      await administerAs(
        urls.owner,
        'delete from kysely_migration where name = (select max(name) from kysely_migration)',
      );
      await expect(migrateDatabase({ owner: urls.application, application: urls.application })).rejects.toThrow(
        'start one process with MIGRATION_DATABASE_URL first',
      );
    } finally {
      await administer(`drop database ${name} with (force)`);
      for (const role of [owner, application]) await administer(`drop role ${role}`);
    }
  });
});
