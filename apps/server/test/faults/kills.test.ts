import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { expectConsistentLedger, fillShop, type Shop } from './shop.ts';
import { longestGap, startUnlockLoad, type UnlockLoad } from './unlock-load.ts';

// Kills the server and its database under load, and counts the unlocks afterwards.

let server: ServerProcess;
let load: UnlockLoad;

beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  const shop: Shop = await onDatabase((database) => fillShop(database, server.config));
  load = startUnlockLoad({ url: server.url, ...shop, clients: 16 });
  await load.waitForMore(300);
}, 60_000);
afterAll(async () => {
  await server?.destroy();
});

async function onDatabase<Result>(work: (database: Database) => Promise<Result>) {
  const database = openDatabase(await server.databaseUrl(), { size: 4, statementTimeoutMs: 60_000 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

describe('unlocks while the machine fails', () => {
  it('F1: the server is killed under load and restarted; no call waits longer than a start takes', async () => {
    const since = performance.now();
    await server.kill();
    const seconds = await server.start();
    await load.waitForMore(300);
    const gap = longestGap(load.receipts, since);
    console.info(`F1: back after ${gap.toFixed(2)} s, of which the start took ${seconds.toFixed(2)} s`);
    // The duration of a start depends on the machine.
    expect(gap).toBeLessThan(seconds + 3);
  });

  it('F2: PostgreSQL and all its children are killed under load; the server survives and recovers within 10 s', async () => {
    const pid = server.pid();
    const victims = await server.databaseProcesses();
    const since = performance.now();
    for (const victim of victims) process.kill(victim, 'SIGKILL');
    await load.waitForMore(300);
    const gap = longestGap(load.receipts, since);
    console.info(`F2: back after ${gap.toFixed(2)} s`);
    expect(gap).toBeLessThan(10);
    expect(server.isRunning()).toBe(true);
    expect(server.pid()).toBe(pid);
    expect((await server.databaseProcesses())[0]).not.toBe(victims[0]);
  });

  it('F3: one database backend is killed under load, which resets all connections; recovers within 5 s', async () => {
    const backend = await onDatabase(
      async ({ pool }) =>
        (
          await pool.query<{ pid: number }>(
            `select pid from pg_stat_activity where application_name = 'vlam' and pid <> pg_backend_pid() limit 1`,
          )
        ).rows[0]?.pid,
    );
    expect(backend).toBeDefined();
    const since = performance.now();
    process.kill(Number(backend), 'SIGKILL');
    await load.waitForMore(300);
    const gap = longestGap(load.receipts, since);
    console.info(`F3: back after ${gap.toFixed(2)} s`);
    expect(gap).toBeLessThan(5);
    expect(server.isRunning()).toBe(true);
  });

  it('afterwards every acknowledged unlock is posted once, and the ledger is consistent', async () => {
    await load.stop();
    await load.repeat(load.receipts.slice(0, 200));
    const { receipts } = load;
    expect(load.unexpected).toEqual([]);
    expect(receipts.length).toBeGreaterThan(1_200);
    console.info(
      `${receipts.length} unlocks acknowledged; refused during the kills: ${JSON.stringify([...load.refusals])}`,
    );

    await onDatabase((database) => expectConsistentLedger(database, receipts));
  });
});
