import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCreditsService } from '../../src/modules/credits/service.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { migrate, migrationsFolder } from '../../src/platform/migrate.ts';
import { readSqlFiles } from '../../src/platform/sql-files.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

/** A dump with rows that is never changed; see `README.md` in this folder. */
const saved = join(import.meta.dirname, 'baseline.sql.gz');
const name = `vlam_upgrade_${randomBytes(6).toString('hex')}`;
const address = new URL(inject('testServerUrl'));
address.pathname = `/${name}`;
let upgraded: Database;
let fresh: TestDatabase;
let before: Record<string, number>;

async function onServer(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await onServer(inject('testServerUrl'), `create database ${name}`);
  // The dump clears the search path of its connection.
  await onServer(address.href, gunzipSync(readFileSync(saved)).toString());
  upgraded = openDatabase(address.href, { size: 2, statementTimeoutMs: 60_000 });
  before = await countRows(upgraded);
  fresh = await createTestDatabase();
  await migrate(upgraded.db);
});
afterAll(async () => {
  await upgraded?.close();
  await onServer(inject('testServerUrl'), `drop database if exists ${name} with (force)`);
  await fresh?.drop();
});

async function countRows({ pool }: Database): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: string }>(`
    select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text as count
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  return Object.fromEntries(rows.map((row) => [row.name, Number(row.count)]));
}

/** Tables of the baseline by their present names. */
async function findRenamedTables(): Promise<Map<string, string>> {
  const files = await readSqlFiles(migrationsFolder);
  return new Map(
    files.flatMap(({ text }) =>
      [...text.matchAll(/alter table (\w+) rename to (\w+)/g)].map(([, old = '', name = '']) => [old, name] as const),
    ),
  );
}

/** Columns, constraints, indexes, functions and triggers, one line each. */
async function describeSchema({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with mine as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relname !~ '^kysely_')
    select format('%s.%s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
        pg_get_expr(adbin, adrelid)) as line
      from mine join pg_attribute on attrelid = mine.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and exists (select from pg_class c where c.oid = mine.oid and relkind in ('r', 'v'))
    union all select format('%s: %s %s', relname, conname, pg_get_constraintdef(c.oid))
      from mine join pg_constraint c on conrelid = mine.oid
    union all select pg_get_indexdef(indexrelid) from mine join pg_index on indrelid = mine.oid
    union all select pg_get_triggerdef(t.oid) from mine join pg_trigger t on tgrelid = mine.oid where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by 1`);
  // Expressions restored from a dump differ in their parentheses.
  return rows.map(({ line }) => line.replace(/[()]/g, '')).sort();
}

describe('a migrated database of the baseline', () => {
  it('has the schema of a new database', async () => {
    const [one, other] = [await describeSchema(upgraded), await describeSchema(fresh.database)];
    expect(one.length).toBeGreaterThan(1_000);
    expect(one).toEqual(other);
  });

  it('keeps its rows', async () => {
    const after = await countRows(upgraded);
    const renamed = await findRenamedTables();
    expect(before.ledger_transfers).toBeGreaterThan(2);
    expect(before.messages).toBeGreaterThan(2);
    for (const [table, count] of Object.entries(before).filter(([table]) => !/^(kysely_|sql_)/.test(table)))
      expect([table, after[renamed.get(table) ?? table]]).toEqual([table, count]);
  });

  it('has a consistent ledger', async () => {
    const logger = { info() {}, warn() {}, error() {} };
    const credits = createCreditsService({ database: upgraded, clock: systemClock, logger });
    const found = await credits.reconcile();
    expect(found).toMatchObject({ drifted: [], brokenGroups: [], unbalanced: [], belowFloor: [] });
  });
});

describe('migrating a database', () => {
  it('reapplies a function only when its text changed', async () => {
    const { pool, db } = fresh.database;
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
    expect(await describeSchema(fresh.database)).toEqual(await describeSchema(upgraded));
  });

  it('refuses a database of a newer version, and names the unknown migrations', async () => {
    const { pool, db } = fresh.database;
    await pool.query(`insert into kysely_migration (name, timestamp) values ('9999-credits.to-come', now()::text)`);
    await expect(migrate(db)).rejects.toThrow('made by another version of Vlam (migration "9999-credits.to-come")');
  });
});
