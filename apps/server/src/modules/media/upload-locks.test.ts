import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { newId } from '../../platform/ids.ts';
import { createUploadLocks } from './upload-locks.ts';

let database: TestDatabase;
let processes: ReturnType<typeof createUploadLocks>[];
beforeAll(async () => {
  database = await createTestDatabase();
  processes = [0, 1].map(() => createUploadLocks(database.url));
});
afterAll(async () => {
  for (const locks of processes) await locks.close();
  await database.drop();
});

const never = new AbortController().signal;
const lockOf = (process: number, id: string) => processes[process]?.newLock(id) ?? expect.fail();

describe('the lock of an upload', () => {
  it('lets one request at a time write, of many in two processes', async () => {
    const id = newId();
    let writing = 0;
    let most = 0;
    let written = 0;
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const lock = lockOf(index % 2, id);
        await lock.lock(never, () => {});
        writing += 1;
        most = Math.max(most, writing);
        await sleep(20);
        writing -= 1;
        written += 1;
        await lock.unlock();
      }),
    );
    expect([most, written]).toEqual([1, 12]);
  });

  it('asks the request that holds it to end, in this process and in another', async () => {
    for (const holder of [0, 1]) {
      const id = newId();
      const held = lockOf(holder, id);
      let asked = 0;
      await held.lock(never, async () => {
        asked += 1;
        if (asked === 1) await held.unlock();
      });
      const next = lockOf(0, id);
      let cancelled = 0;
      await next.lock(never, () => {
        cancelled += 1;
      });
      expect([asked, cancelled]).toEqual([1, 0]);
      await next.unlock();
    }
  });

  it('does not keep other uploads waiting', async () => {
    const locks = [newId(), newId()].map((id) => lockOf(0, id));
    for (const lock of locks) await lock.lock(never, () => {});
    for (const lock of locks) await lock.unlock();
  });

  it('keeps a job away from what another one processes', { tags: ['long'] }, async () => {
    const id = newId();
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const first = processes[0]?.alone(id, async () => {
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    for (const other of processes) expect(await other.alone(id, () => expect.fail())).toBe(false);
    end.resolve();
    expect(await first).toBe(true);
    await expect(processes[1]?.alone(id, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await processes[0]?.alone(id, async () => {})).toBe(true);
  });

  it('gives up when the client that waits has left', async () => {
    const id = newId();
    const held = lockOf(0, id);
    await held.lock(never, () => {});
    const left = new AbortController();
    const waiting = lockOf(1, id).lock(left.signal, () => {});
    left.abort();
    await expect(waiting).rejects.toMatchObject({ status_code: 423 });
    await held.unlock();
  });

  it('is free again after its process died, and the requests that held it are notified', async () => {
    const id = newId();
    let notified = 0;
    await lockOf(0, id).lock(never, () => {
      notified += 1;
    });
    await database.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vlam uploads' and datname = current_database()",
    );
    await expect.poll(() => notified).toBe(1);
    const next = lockOf(1, id);
    await next.lock(never, () => {});
    await next.unlock();
    await lockOf(0, id).unlock();
  });
});
