import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database.ts';
import { migrateJobs } from '../../src/platform/job-runner.ts';
import { migrate, migrationsFolder } from '../../src/platform/migrate.ts';
import { readSqlFiles } from '../../src/platform/sql-files.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { aSession } from '../factories.ts';
import { countRows, describeLedger, describeSchema, newestMigration, runStatements } from './snapshots.ts';

let fresh: TestDatabase;
beforeAll(async () => {
  fresh = await createTestDatabase();
});
afterAll(() => fresh?.drop());

/** Tables of the baseline by their present names. */
async function findRenamedTables(): Promise<Map<string, string>> {
  const files = await readSqlFiles(migrationsFolder);
  return new Map(
    files.flatMap(({ text }) =>
      [...text.matchAll(/alter table (\w+) rename to (\w+)/g)].map(([, old = '', name = '']) => [old, name] as const),
    ),
  );
}

/** Dumps with rows, which are never changed; see `README.md` in this folder. */
const saved = ['baseline', 'release'] as const;

describe.each(saved)('a database of the %s, brought up to date', (name) => {
  let upgraded: Database;
  let app: TestApp;
  let counts: Record<string, number>;
  let ledger: string[];
  let newest: string;
  let applied: number;

  beforeAll(async () => {
    const database = await createEmptyDatabase();
    await runStatements(database.url, gunzipSync(readFileSync(join(import.meta.dirname, `${name}.sql.gz`))).toString());
    upgraded = database.database;
    [counts, ledger, newest] = [
      await countRows(upgraded),
      await describeLedger(upgraded),
      await newestMigration(upgraded),
    ];
    await migrate(upgraded.db);
    await migrateJobs(upgraded.pool);
    applied = (await countRows(upgraded)).kysely_migration ?? 0;
    app = await startTestApp({ on: database, at: new Date('2026-11-24T08:00:00Z') });
  });
  afterAll(() => app?.close());

  it('has every migration, and the schema of a new database', async () => {
    expect(applied).toBe((await readSqlFiles(migrationsFolder)).length);
    const [one, other] = [await describeSchema(upgraded), await describeSchema(fresh.database)];
    expect(one.length).toBeGreaterThan(1_000);
    expect(one).toEqual(other);
  });

  it('keeps its rows', async () => {
    const after = await countRows(upgraded);
    const renamed = await findRenamedTables();
    for (const table of ['accounts', 'ledger_transfers', 'messages', 'payment_orders', 'subscriptions'])
      expect([table, (counts[table] ?? 0) > 0]).toEqual([table, true]);
    for (const [table, count] of Object.entries(counts).filter(([table]) => !/^(kysely_|sql_)/.test(table)))
      expect([table, after[renamed.get(table) ?? table]]).toEqual([table, count]);
  });

  it('has the balances that it had, and a consistent ledger', async () => {
    expect(ledger.length).toBeGreaterThan(5);
    expect(await describeLedger(upgraded)).toEqual(ledger);
    expect(await app.context.credits.reconcile()).toMatchObject({
      drifted: [],
      brokenGroups: [],
      unbalanced: [],
      belowFloor: [],
    });
  });

  it('is served by the program: a fan finds account, balance, threads and subscription, and buys', async () => {
    const { rows } = await upgraded.pool.query<{ id: string; balance: bigint; creator: string }>(`
      select a.id, l.balance, s.creator_id as creator
        from accounts a
        join ledger_accounts l on l.owner_id = a.id and l.kind = 'wallet'
        join subscriptions s on s.subscriber_id = a.profile_id
        join messages m on m.sender_id = a.profile_id
        where l.balance > 100 order by a.id limit 1`);
    const [fan] = rows;
    if (!fan) throw new Error('the saved database has no such fan');
    const client = app.client(await aSession(app, fan.id));
    const get = async (path: string) => {
      const { status, body } = await client.request('GET', path);
      expect([path, status]).toEqual([path, 200]);
      return body;
    };
    expect(await get('/api/auth/user')).toMatchObject({ id: fan.id });
    expect(await get('/api/credits/balance')).toMatchObject({ balance: Number(fan.balance) });
    expect(((await get('/api/conversations')) as { items: unknown[] }).items.length).toBeGreaterThan(0);
    expect(JSON.stringify(await get('/api/subscriptions'))).toContain(fan.creator);
    expect(await get(`/api/profiles/${fan.creator}`)).toMatchObject({ id: fan.creator });
    const gift = { giftId: 'red-rose', price: 50, recipientId: fan.creator };
    expect(await client.call('sendGift', { body: gift })).toMatchObject({ status: 201 });
    expect(await get('/api/credits/balance')).toMatchObject({ balance: Number(fan.balance) - 50 });
  });

  if (name === 'release')
    it('is of the last release that migrations/released.json names', () => {
      const released = JSON.parse(readFileSync(join(migrationsFolder, 'released.json'), 'utf8')) as { newest: string };
      expect(newest).toBe(released.newest);
    });
});

it('every saved database is brought up to date here', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.sql.gz'));
  expect(files.sort()).toEqual(saved.map((name) => `${name}.sql.gz`));
});

describe('migrating a database', () => {
  it('reapplies a function only when its text changed', async () => {
    const { pool, db } = fresh.database;
    const before = await describeSchema(fresh.database);
    const applied = async () =>
      (await pool.query<{ file: string }>('select file from sql_functions where applied_at > $1', [since])).rows;
    const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
    const since = rows[0]?.now;
    await migrate(db);
    expect(await applied()).toEqual([]);
    await pool.query(
      `create or replace function bar_new_threads() returns trigger language plpgsql as 'begin return new; end'`,
    );
    await pool.query(`update sql_functions set hash = sha256('another text') where file = 'messaging.bar-new-threads'`);
    await migrate(db);
    expect(await applied()).toEqual([{ file: 'messaging.bar-new-threads' }]);
    expect(await describeSchema(fresh.database)).toEqual(before);
  });

  it('refuses a database of a newer version, and names the unknown migrations', async () => {
    const { pool, db } = fresh.database;
    await pool.query(`insert into kysely_migration (name, timestamp) values ('9999-credits.to-come', now()::text)`);
    await expect(migrate(db)).rejects.toThrow('made by another version of Vlam (migration "9999-credits.to-come")');
  });
});
