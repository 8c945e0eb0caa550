import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { counting, startBackfillProcess } from '../../test/backfill-process.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Backfill, backfillTasks, runBackfill } from './backfill.ts';

const count = 505;
let t: TestDatabase | undefined;
const database = () => (t as TestDatabase).database;
const rowsOf = async <Row extends object>(statement: string) => (await database().pool.query<Row>(statement)).rows;
const timesOfRows = async () =>
  (
    await rowsOf<{ times: number; rows: number }>(
      'select times, count(*)::int as rows from filled group by 1 order by 1',
    )
  ).map(({ times, rows }) => `${rows} rows ${times} times`);
const state = async () =>
  (
    await rowsOf<{ position: string | null; changed: number; done: boolean }>(
      `select position, changed_rows::int as changed, done_at is not null as done from backfills where name = 'platform.counting'`,
    )
  )[0];

beforeEach(async () => {
  await t?.drop();
  t = await createTestDatabase();
  await rowsOf('create table filled (id integer primary key, times integer not null default 0)');
  await rowsOf(`insert into filled (id) select 3 * n from generate_series(1, ${count}) n`);
});
afterAll(() => t?.drop());

describe('a backfill', () => {
  it('changes every row once, batch by batch, and does nothing when it is done', async () => {
    const limits: number[] = [];
    const watched: Backfill = {
      ...counting,
      batch: (tx, after, limit) => {
        limits.push(limit);
        return counting.batch(tx, after, limit);
      },
    };
    expect(await runBackfill(database().db, watched)).toBe(true);
    expect(await timesOfRows()).toEqual([`${count} rows 1 times`]);
    expect(await state()).toEqual({ position: String(3 * count), changed: count, done: true });
    expect(new Set(limits)).toEqual(new Set([10]));
    expect(await runBackfill(database().db, watched)).toBe(true);
    expect(limits).toHaveLength(52);
  });

  it('that is killed in the middle leaves whole batches, and goes on after the last one', async () => {
    const child = startBackfillProcess((t as TestDatabase).url);
    const ended = once(child, 'exit');
    while (((await state())?.changed ?? 0) < 50) await sleep(20);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    // Its last transaction ends with its connection.
    while (
      (await rowsOf(`select from pg_stat_activity where datname = current_database() and application_name = 'vlam'`))
        .length > 0
    )
      await sleep(20);
    const left = await state();
    expect(left).toMatchObject({ done: false });
    expect(left?.changed).toBeLessThan(count);
    expect(left?.position).toBe(String(3 * (left?.changed ?? 0)));
    expect(await timesOfRows()).toEqual([
      `${count - (left?.changed ?? 0)} rows 0 times`,
      `${left?.changed} rows 1 times`,
    ]);
    expect(await runBackfill(database().db, counting)).toBe(true);
    expect(await timesOfRows()).toEqual([`${count} rows 1 times`]);
    expect(await state()).toEqual({ position: String(3 * count), changed: count, done: true });
  });

  it('is one process at a time, and others do not wait for it', async () => {
    const results = await Promise.all([1, 2, 3].map(() => runBackfill(database().db, counting)));
    expect(results).toContain(true);
    expect(await timesOfRows()).toEqual([`${count} rows 1 times`]);
  });

  it('stops when its time is over, and is continued', async () => {
    expect(await runBackfill(database().db, counting, performance.now() - 1)).toBe(false);
    expect(await state()).toEqual({ position: '30', changed: 10, done: false });
    expect(await runBackfill(database().db, counting)).toBe(true);
    expect(await timesOfRows()).toEqual([`${count} rows 1 times`]);
  });

  it('that fails keeps its position and does not stop the others', async () => {
    const log: string[] = [];
    const logger = { info() {}, warn() {}, error: (event: string) => void log.push(event) };
    const broken: Backfill = { name: 'platform.broken', batch: () => Promise.reject(new Error('broken')) };
    const [task] = backfillTasks(database().db, logger, [broken, counting]);
    await task?.run({}, { id: '1', attempt: 1 });
    expect(log).toEqual(['a backfill failed']);
    expect(await timesOfRows()).toEqual([`${count} rows 1 times`]);
    expect(await rowsOf(`select position from backfills where name = 'platform.broken' and done_at is null`)).toEqual([
      { position: null },
    ]);
    expect(backfillTasks(database().db, logger, [])).toEqual([]);
  });
});
