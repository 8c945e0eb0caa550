import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { endAndCheck, fillShop } from './shop.ts';
import { longestGap, startUnlockLoad, type UnlockLoad } from './unlock-load.ts';

// Server or database is paused under load. Clients time out and retry calls, some of which are still in progress.

let server: ServerProcess;
let load: UnlockLoad;

beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  const database = openDatabase(await server.databaseUrl(), { size: 4, statementTimeoutMs: 60_000 });
  const shop = await fillShop(database, server.config);
  await database.close();
  load = startUnlockLoad({ url: server.url, ...shop, clients: 16, timeoutMs: 700 });
  await load.waitForMore(100);
}, 60_000);
afterAll(async () => {
  await server?.destroy();
});

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      // A worker of the database may have ended already.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

async function pauseProcesses(pids: readonly number[], ms: number): Promise<void> {
  signal(pids, 'SIGSTOP');
  try {
    await sleep(ms);
  } finally {
    signal(pids, 'SIGCONT');
  }
}

const isReady = (timeoutMs = 500) =>
  fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ status }) => status === 200,
    () => false,
  );
async function secondsUntilReady(): Promise<number> {
  const since = performance.now();
  while (!(await isReady())) if (performance.now() - since > 15_000) throw new Error('it is not ready again');
  return (performance.now() - since) / 1000;
}

describe('unlocks while a process is paused', () => {
  it('F4: the server continues immediately after a pause of 2 s', async () => {
    const since = performance.now();
    await pauseProcesses([server.pid()], 2_000);
    await load.waitForMore(100);
    expect(longestGap(load.receipts, since)).toBeLessThan(4);
  });

  it('F4: waiting calls finish after PostgreSQL was paused for 4 s', async () => {
    const since = performance.now();
    await pauseProcesses(await server.databaseProcesses(), 4_000);
    await load.waitForMore(100);
    expect(longestGap(load.receipts, since)).toBeLessThan(7);
    expect(load.refusals.get('connection')).toBeGreaterThan(16);
  });

  it('F16: a blocked event loop is not ready, and is ready within 10 s after', async () => {
    const held = pauseProcesses([server.pid()], 1_000);
    expect(await isReady()).toBe(false);
    await held;
    expect(await secondsUntilReady()).toBeLessThan(10);
  });

  it('F16: with a tenth of a processor, calls wait or get documented errors, and work normally after', async () => {
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      await pauseProcesses([server.pid()], 180);
      await sleep(20);
    }
    expect(await secondsUntilReady()).toBeLessThan(10);
    await load.waitForMore(100);
  });

  it('F4: afterwards no retry had a second effect, and the ledger is consistent', async () => {
    await endAndCheck(server, load);
  });
});
