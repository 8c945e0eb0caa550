import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { expectSoundBooks, fillShop, type Shop } from './shop.ts';
import { longestSilence, startUnlockLoad, type UnlockLoad } from './unlock-load.ts';

// Kills the running program and its database while people pay, and counts afterwards.

let server: ServerProcess;
let load: UnlockLoad;

beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  const shop: Shop = await onDatabase((database) => fillShop(database, server.config));
  load = startUnlockLoad({ url: server.url, ...shop, clients: 16 });
  await load.beyond(300);
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
  it('F1: the program is killed under load and started again; nobody waits longer than a start takes', async () => {
    const since = performance.now();
    await server.kill();
    const seconds = await server.start();
    await load.beyond(300);
    const gap = longestSilence(load.receipts, since);
    console.info(`F1: back after ${gap.toFixed(2)} s, of which the start took ${seconds.toFixed(2)} s`);
    // How long a start takes is the machine's affair.
    expect(gap).toBeLessThan(seconds + 3);
  });

  it('F2: PostgreSQL and all its children are killed under load; the program lives and is back within 10 s', async () => {
    const pid = server.pid();
    const victims = await server.databaseProcesses();
    const since = performance.now();
    for (const victim of victims) process.kill(victim, 'SIGKILL');
    await load.beyond(300);
    const gap = longestSilence(load.receipts, since);
    console.info(`F2: back after ${gap.toFixed(2)} s`);
    expect(gap).toBeLessThan(10);
    expect(server.isRunning()).toBe(true);
    expect(server.pid()).toBe(pid);
    expect((await server.databaseProcesses())[0]).not.toBe(victims[0]);
  });

  it('F3: one connection of the database is killed under load, which resets them all; back within 5 s', async () => {
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
    await load.beyond(300);
    const gap = longestSilence(load.receipts, since);
    console.info(`F3: back after ${gap.toFixed(2)} s`);
    expect(gap).toBeLessThan(5);
    expect(server.isRunning()).toBe(true);
  });

  it('afterwards every acknowledged unlock is in the ledger once, and the ledger agrees with itself', async () => {
    await load.stop();
    await load.repeat(load.receipts.slice(0, 200));
    const { receipts } = load;
    expect(load.strangers).toEqual([]);
    expect(receipts.length).toBeGreaterThan(1_200);
    console.info(`${receipts.length} unlocks acknowledged; refused meanwhile: ${JSON.stringify([...load.refusals])}`);

    await onDatabase((database) => expectSoundBooks(database, receipts));
  });
});
