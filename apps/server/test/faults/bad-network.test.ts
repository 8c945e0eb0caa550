import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type BadNetwork, startBadNetwork } from './bad-network.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { expectSoundBooks, fillShop } from './shop.ts';
import { longestSilence, startUnlockLoad, type UnlockLoad } from './unlock-load.ts';

// A PostgreSQL of one's own, reached through a network that loses, cuts and resets.

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
  await load.beyond(100);
}, 60_000);
afterAll(async () => {
  await server?.destroy();
  await network?.close();
  await own?.drop();
});

const refused = () => [...load.refusals.values()].reduce((sum, count) => sum + count, 0);

describe('unlocks over a bad network to the database', () => {
  it('F5: one packet in twenty lost costs time, and at most one call in a hundred', async () => {
    const [answered, before] = [load.receipts.length, refused()];
    network.loseOneIn(20);
    await sleep(3_000);
    network.loseOneIn(0);
    await load.beyond(20);
    expect(refused() - before).toBeLessThanOrEqual((load.receipts.length - answered) / 100);
  });

  it('F5: nothing passes for 3 s, and every call that waited is answered', async () => {
    const since = performance.now();
    const before = refused();
    await network.part(3_000);
    await load.beyond(100);
    expect(longestSilence(load.receipts, since)).toBeLessThan(5);
    expect(refused()).toBe(before);
  });

  it('F5: connections reset again and again are refusals in our words, and over with the last of them', async () => {
    for (let times = 0; times < 5; times += 1) {
      network.reset();
      await sleep(200);
    }
    const since = performance.now();
    await load.beyond(100);
    expect(longestSilence(load.receipts, since)).toBeLessThan(3);
    expect([...load.refusals.keys()].filter((code) => code !== 'UNAVAILABLE')).toEqual([]);
    expect(server.isRunning()).toBe(true);
  });

  it('F5: afterwards everything acknowledged is there once, and the ledger agrees with itself', async () => {
    await load.stop();
    await load.repeat(load.receipts.slice(0, 100));
    expect(load.strangers).toEqual([]);
    console.info(`${load.receipts.length} unlocks; refused meanwhile: ${JSON.stringify([...load.refusals])}`);
    await expectSoundBooks(own.database, load.receipts);
  });
});
