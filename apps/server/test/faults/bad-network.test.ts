import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type BadNetwork, startBadNetwork } from './bad-network.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { expectConsistentLedger, fillShop } from './shop.ts';
import { longestGap, startUnlockLoad, type UnlockLoad } from './unlock-load.ts';

// A PostgreSQL reached through a proxy that drops packets, stalls and resets connections.

let own: TestDatabase;
let network: BadNetwork;
let server: ServerProcess;
let load: UnlockLoad;

beforeAll(async () => {
  own = await createTestDatabase();
  const url = new URL(own.url);
  network = await startBadNetwork({ host: url.hostname, port: Number(url.port) });
  url.port = String(network.port);
  url.hostname = '127.0.0.1';
  server = await createServerProcess({ databaseUrl: url.href });
  await server.start();
  const shop = await fillShop(own.database, server.config);
  load = startUnlockLoad({ url: server.url, ...shop, clients: 16 });
  await load.waitForMore(100);
}, 60_000);
afterAll(async () => {
  await server?.destroy();
  await network?.close();
  await own?.drop();
});

const refused = () => [...load.refusals.values()].reduce((sum, count) => sum + count, 0);

describe('unlocks over a bad network to the database', () => {
  it('F5: with 5 % packet loss, calls are slower and at most 1 % of them fail', async () => {
    const [answered, before] = [load.receipts.length, refused()];
    network.dropOneIn(20);
    await sleep(3_000);
    network.dropOneIn(0);
    await load.waitForMore(20);
    expect(refused() - before).toBeLessThanOrEqual((load.receipts.length - answered) / 100);
  });

  it('F5: after a stall of 3 s, every waiting call gets a response', async () => {
    const since = performance.now();
    const before = refused();
    await network.stall(3_000);
    await load.waitForMore(100);
    expect(longestGap(load.receipts, since)).toBeLessThan(5);
    expect(refused()).toBe(before);
  });

  it('F5: repeated connection resets cause documented errors only, which end with the last reset', async () => {
    for (let times = 0; times < 5; times += 1) {
      network.reset();
      await sleep(200);
    }
    const since = performance.now();
    await load.waitForMore(100);
    expect(longestGap(load.receipts, since)).toBeLessThan(3);
    expect([...load.refusals.keys()].filter((code) => code !== 'UNAVAILABLE')).toEqual([]);
    expect(server.isRunning()).toBe(true);
  });

  it('F5: afterwards every acknowledged unlock is posted once, and the ledger is consistent', async () => {
    await load.stop();
    await load.repeat(load.receipts.slice(0, 100));
    expect(load.unexpected).toEqual([]);
    console.info(`${load.receipts.length} unlocks; refused during the fault: ${JSON.stringify([...load.refusals])}`);
    await expectConsistentLedger(own.database, load.receipts);
  });
});
