import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { drainJobs, openQueuePool, startJobRunner } from './job-runner.ts';
import { createJobs, jobKind, jobTask } from './jobs.ts';
import type { Logger } from './logger.ts';

const greet = jobKind<{ name: string }>('test.greet');
const fail = jobKind('test.fail', { maxAttempts: 1 });
const canary = 'kanarie@people.test';
const quiet: Logger = { info() {}, warn() {}, error() {} };

describe('jobs', () => {
  let test: TestDatabase;
  const jobs = createJobs();
  let queue: pg.Pool;
  let greeted: string[];
  const tasks = [
    jobTask(greet, async ({ name }) => void greeted.push(name)),
    jobTask(fail, async () => {
      throw Object.assign(new Error(`550 no mailbox for ${canary}`), { code: 'EENVELOPE' });
    }),
  ];
  const drain = (now = new Date(), tolerateFailures = false) =>
    drainJobs({ pool: queue, tasks, now, tolerateFailures });

  beforeEach(async () => {
    greeted = [];
    test = await createTestDatabase();
    queue = openQueuePool(test.url, 2);
  });
  afterEach(async () => {
    await queue.end();
    await test.drop();
  });

  it('F12: exist if and only if the transaction that added them commits', async () => {
    const { db } = test.database;
    await db.transaction().execute((tx) => jobs.enqueue(tx, greet, { name: 'kept' }));
    await expect(
      db.transaction().execute(async (tx) => {
        await jobs.enqueue(tx, greet, { name: 'undone' });
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(await drain()).toBe(1);
    expect(greeted).toEqual(['kept']);
  });

  it('wait for their time, also by a test clock', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000);
    await jobs.enqueue(test.database.db, greet, { name: 'later' }, { runAt: inAnHour });
    expect(await drain()).toBe(0);
    expect(await drain(inAnHour)).toBe(1);
    expect(greeted).toEqual(['later']);
  });

  it('with one key run once, with the latest payload', async () => {
    await jobs.enqueue(test.database.db, greet, { name: 'first' }, { key: 'greeting' });
    await jobs.enqueue(test.database.db, greet, { name: 'last' }, { key: 'greeting' });
    await drain();
    expect(greeted).toEqual(['last']);
  });

  it('T83: without attempts left become dead jobs with the kind and place of their failure, never its message', async () => {
    await jobs.enqueue(test.database.db, fail, {});
    await jobs.enqueue(test.database.db, fail, {}, { maxAttempts: 2 });
    await expect(drain()).rejects.toThrow(canary);
    const dead = await test.database.db.selectFrom('dead_jobs').selectAll().execute();
    expect(dead).toMatchObject([{ task: 'test.fail', payload: {} }]);
    expect(dead[0]?.error).toMatch(/^Error EENVELOPE\n +at .*jobs\.test\.ts/);
    const left = await test.database.pool.query<{ last_error: string }>(
      'select last_error from graphile_worker._private_jobs',
    );
    expect(left.rows).toHaveLength(1);
    for (const text of [JSON.stringify(dead), JSON.stringify(left.rows)]) expect(text).not.toContain(canary);
  });

  it('run within a second of their commit, also after every connection was cut', async () => {
    const runner = await startJobRunner({ databaseUrl: test.url, tasks, logger: quiet, concurrency: 2 });
    await jobs.enqueue(test.database.db, greet, { name: 'one' });
    await eventually(() => greeted.includes('one'), 1_500);
    await test.database.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await sleep(50);
    await jobs.enqueue(test.database.db, greet, { name: 'two' });
    await eventually(() => greeted.includes('two'), 10_000);
    await runner.stop();
  });

  it('F15: of a process that stops are waited for, and given back when they do not end in time', async () => {
    const hold = jobKind<{ ends: boolean }>('test.hold');
    let begun = 0;
    let done = 0;
    const holding = jobTask(hold, async ({ ends }) => {
      begun += 1;
      await (ends ? sleep(300) : new Promise(() => {}));
      done += 1;
    });
    const runner = await startJobRunner({ databaseUrl: test.url, tasks: [holding], logger: quiet, concurrency: 2 });
    for (const ends of [true, false]) await jobs.enqueue(test.database.db, hold, { ends });
    await eventually(() => begun === 2, 2_000);
    const since = performance.now();
    await runner.stop(700);
    expect(performance.now() - since).toBeLessThan(4_000);
    expect(done).toBe(1);
    const { rows } = await test.database.pool.query<{ locked: boolean }>(
      'select locked_at is not null as locked from graphile_worker._private_jobs',
    );
    expect(rows).toEqual([{ locked: false }]);
  });
});

async function eventually(check: () => boolean, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms`);
    await sleep(20);
  }
}
