import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { ConfigError } from './config.ts';
import { migrateFiles } from './migrate.ts';
import type { Patience } from './migration-locks.ts';
import type { SqlFile } from './sql-files.ts';

const quick: Patience = { insideMs: 150, outsideMs: 10_000, attempts: 2, pauseMs: 50 };
const file = (name: string, text: string): SqlFile => ({ name, text });
const things = file('0001-platform.things', 'create table things (number integer);');

let t: TestDatabase;
const opened: pg.Client[] = [];
beforeEach(async () => {
  t = await createEmptyDatabase();
});
afterEach(async () => {
  for (const client of opened.splice(0)) await client.end();
  await t.drop();
});

const migrate = (files: readonly SqlFile[], patience = quick) => migrateFiles(t.database.db, files, patience);
const ask = async (statement: string) => (await t.database.pool.query({ text: statement, rowMode: 'array' })).rows;
const executed = async () => (await ask('select name from kysely_migration order by name')).flat();
const columns = async () =>
  (await ask(`select attname from pg_attribute where attrelid = 'things'::regclass and attnum > 0`)).flat();
const hasIndex = async (name: string) =>
  (await ask(`select indisvalid from pg_index where indexrelid = to_regclass('${name}')`)).flat();

/** Another session of this database, such as a process that serves members. */
async function anotherSession(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: t.url, application_name: 'another' });
  client.on('error', () => {});
  await client.connect();
  opened.push(client);
  return client;
}

describe('each file in its own transaction', () => {
  const broken = file('0002-platform.more', 'create table more (id integer);\ninsert into missing values (1);');

  it('a file that fails leaves the one before it applied, and nothing of its own', async () => {
    await expect(migrate([things, broken])).rejects.toThrow(
      'migrations/0002-platform.more.sql, line 2: relation "missing" does not exist',
    );
    expect(await executed()).toEqual([things.name]);
    expect(await ask(`select to_regclass('things') is not null, to_regclass('more') is not null`)).toEqual([
      [true, false],
    ]);
  });

  it('goes on where it stopped, once the file is mended', async () => {
    await expect(migrate([things, broken])).rejects.toThrow();
    await migrate([things, file(broken.name, 'create table more (id integer);')]);
    expect(await executed()).toEqual([things.name, broken.name]);
  });

  it('refuses a file that would run after one that comes later', async () => {
    const later = file('0003-platform.later', 'select 1;');
    await migrate([things, later]);
    const between = migrate([things, file('0002-platform.between', 'select 1;'), later]);
    await expect(between).rejects.toThrow(ConfigError);
    await expect(between).rejects.toThrow(
      '0002-platform.between.sql has not run here, but 0003-platform.later.sql has',
    );
  });
});

describe('a file that runs outside a transaction', () => {
  const unique = file(
    '0002-platform.by-number',
    `-- Outside a transaction: writers go on while the index is made; and more.
     drop index concurrently if exists things_by_number;
     create unique index concurrently things_by_number on things (number);`,
  );

  it('makes an index without holding up writers', async () => {
    await migrate([things]);
    const writer = await anotherSession();
    await writer.query('begin');
    await writer.query('insert into things values (1)');
    const made = migrate([things, unique]);
    await sleep(300);
    // The index waits for the writer; nobody waits for the index.
    const other = await anotherSession();
    await other.query("set lock_timeout = '100ms'");
    await other.query('insert into things values (2)');
    await writer.query('commit');
    await made;
    expect(await hasIndex('things_by_number')).toEqual([true]);
    expect(await executed()).toEqual([things.name, unique.name]);
  });

  it('clears away what it left when it failed', async () => {
    await migrate([things]);
    await ask('insert into things values (1), (1)');
    await expect(migrate([things, unique])).rejects.toThrow('0002-platform.by-number.sql');
    expect(await hasIndex('things_by_number')).toEqual([false]);
    expect(await executed()).toEqual([things.name]);
    await ask('delete from things');
    await migrate([things, unique]);
    expect(await hasIndex('things_by_number')).toEqual([true]);
  });
});

describe('a table that another session holds', () => {
  const more = file('0002-platform.more', 'alter table things add column more integer;');

  it('makes the migration give up, with words, instead of holding up everybody behind it', async () => {
    await migrate([things]);
    const reader = await anotherSession();
    await reader.query('begin');
    await reader.query('select from things');
    let slowestMs = 0;
    let stop = false;
    const member = await anotherSession();
    const reading = (async () => {
      while (!stop) {
        const since = performance.now();
        await member.query('select from things');
        slowestMs = Math.max(slowestMs, performance.now() - since);
        await sleep(10);
      }
    })();
    const patience = { ...quick, attempts: 3 };
    const error = await migrate([things, more], patience).catch((thrown: unknown) => thrown);
    stop = true;
    await reading;
    expect(error).toBeInstanceOf(ConfigError);
    const { rows } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid');
    expect((error as Error).message).toMatch(
      new RegExp(
        `^migrations/0002-platform\\.more\\.sql was not applied: at each of 3 attempts another session held what it needs\\. In a transaction: process ${rows[0]?.pid} \\(another, \\d s\\)`,
      ),
    );
    // Three attempts of 150 ms, and one waits behind no more than one of them.
    expect(slowestMs).toBeLessThan(1_000);
    expect(await columns()).toEqual(['number']);
    await reader.query('commit');
    await migrate([things, more]);
    expect(await columns()).toEqual(['number', 'more']);
  });

  it('is waited for in several attempts', async () => {
    await migrate([things]);
    const reader = await anotherSession();
    await reader.query('begin');
    await reader.query('select from things');
    const done = migrate([things, more], { ...quick, attempts: 50 });
    await sleep(400);
    await reader.query('commit');
    await done;
    expect(await columns()).toEqual(['number', 'more']);
  });
});

describe('two processes', () => {
  const slow = file('0002-platform.slow', 'select pg_sleep(0.4); create table slow (id integer);');
  const index = file(
    '0003-platform.index',
    '-- Outside a transaction.\ndrop index concurrently if exists by_number;\ncreate index concurrently by_number on things (number);',
  );

  it('that migrate at once run each file once, and neither waits for the other in vain', async () => {
    const files = [things, slow, index];
    const since = performance.now();
    await Promise.all([migrate(files), migrate(files), migrate(files)]);
    expect(performance.now() - since).toBeLessThan(10_000);
    expect(await executed()).toEqual(files.map(({ name }) => name));
    expect(await hasIndex('by_number')).toEqual([true]);
  });

  it('of which one is the release before, which used the migrator of Kysely, wait for each other', async () => {
    const before = await anotherSession();
    await before.query('select pg_advisory_lock(3853314791062309107)');
    let done = false;
    const migrating = migrate([things]).then(() => {
      done = true;
    });
    await sleep(400);
    expect(done).toBe(false);
    await before.query('select pg_advisory_unlock(3853314791062309107)');
    await migrating;
    expect(await executed()).toEqual([things.name]);
  });
});

describe('a file that needs a backfill', () => {
  const table = file('0002-platform.backfills', 'create table backfills (name text primary key, done_at timestamptz);');
  const narrow = file(
    '0003-platform.narrow',
    '-- Every row has a number.\n-- After the backfill platform.numbers.\nalter table things drop column number;',
  );

  it('waits until it has ended', async () => {
    await migrate([things, table]);
    for (const prepare of ['select 1', `insert into backfills values ('platform.numbers', null)`]) {
      await ask(prepare);
      const refused = migrate([things, table, narrow]);
      await expect(refused).rejects.toThrow(ConfigError);
      await expect(refused).rejects.toThrow('0003-platform.narrow.sql needs the backfill "platform.numbers"');
    }
    expect(await columns()).toEqual(['number']);
    await ask('update backfills set done_at = now()');
    await migrate([things, table, narrow]);
    expect(await executed()).toContain(narrow.name);
  });

  it('runs in a new database, which has no rows to fill', async () => {
    await migrate([things, table, narrow]);
    expect(await executed()).toContain(narrow.name);
  });
});
