import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { expectSoundEnd, fillShop } from './shop.ts';
import { longestSilence, startUnlockLoad, type UnlockLoad } from './unlock-load.ts';

// Either side stands still while people pay. They lose patience and repeat their calls, some of which are still under way.

let server: ServerProcess;
let load: UnlockLoad;

beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  const database = openDatabase(await server.databaseUrl(), { size: 4, statementTimeoutMs: 60_000 });
  const shop = await fillShop(database, server.config);
  await database.close();
  load = startUnlockLoad({ url: server.url, ...shop, clients: 16, patienceMs: 700 });
  await load.beyond(100);
}, 60_000);
afterAll(async () => {
  await server?.destroy();
});

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      // A worker of the database may have ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

async function standStill(pids: readonly number[], ms: number): Promise<void> {
  signal(pids, 'SIGSTOP');
  try {
    await sleep(ms);
  } finally {
    signal(pids, 'SIGCONT');
  }
}

const isReady = (patienceMs = 500) =>
  fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(patienceMs) }).then(
    ({ status }) => status === 200,
    () => false,
  );
async function secondsUntilReady(): Promise<number> {
  const since = performance.now();
  while (!(await isReady())) if (performance.now() - since > 15_000) throw new Error('it is not ready again');
  return (performance.now() - since) / 1000;
}

describe('unlocks while something stands still', () => {
  it('F4: the program stands still for 2 s, and goes on at once', async () => {
    const since = performance.now();
    await standStill([server.pid()], 2_000);
    await load.beyond(100);
    expect(longestSilence(load.receipts, since)).toBeLessThan(4);
  });

  it('F4: PostgreSQL stands still for 4 s, and what was waiting is done', async () => {
    const since = performance.now();
    await standStill(await server.databaseProcesses(), 4_000);
    await load.beyond(100);
    expect(longestSilence(load.receipts, since)).toBeLessThan(7);
    expect(load.refusals.get('connection')).toBeGreaterThan(16);
  });

  it('F16: an event loop that is held up is not ready, and is ready again within 10 s', async () => {
    const held = standStill([server.pid()], 1_000);
    expect(await isReady()).toBe(false);
    await held;
    expect(await secondsUntilReady()).toBeLessThan(10);
  });

  it('F16: with a tenth of a processor calls wait or are refused in our words, and all is well after', async () => {
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      await standStill([server.pid()], 180);
      await sleep(20);
    }
    expect(await secondsUntilReady()).toBeLessThan(10);
    await load.beyond(100);
  });

  it('F4: afterwards no repeat had a second effect, and the ledger agrees with itself', async () => {
    await expectSoundEnd(server, load);
  });
});
