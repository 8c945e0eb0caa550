import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoBalances } from '../../src/modules/credits/demo-balances.ts';
import { isSound, reconcile } from '../../src/modules/credits/reconcile.ts';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { createRunningClock } from '../clock.ts';
import { aCreator, anAccount, aPaidPicture } from '../factories.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { type Buyer, longestSilence, startUnlockLoad, type UnlockLoad } from './unlock-load.ts';

// Kills the running program and its database while people pay, and counts afterwards.

const buyerCount = 48;
const clients = 16;
const openingCredits = 100_000;
const prices = [1, 3, 7, 10, 15];

let server: ServerProcess;
let buyers: Buyer[];
let contentIds: string[];
let load: UnlockLoad;

beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  ({ buyers, contentIds } = await onDatabase(fillDatabase));
  load = startUnlockLoad({ url: server.url, buyers, contentIds, clients });
  await receiptsBeyond(300);
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

async function fillDatabase({ db }: Database) {
  const world = { db, clock: createRunningClock(), config: server.config };
  const pictures: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const creator = await aCreator(world);
    for (let item = 0; item < 30; item += 1) {
      const price = prices[item % prices.length] ?? 1;
      pictures.push((await aPaidPicture(world, { creator, price, title: `Study ${item}` })).contentId);
    }
  }
  const people: Buyer[] = [];
  for (let n = 0; n < buyerCount; n += 1) people.push(await anAccount(world));
  const wallets = people.map(({ accountId }) => ({
    ownerId: accountId,
    kind: 'wallet' as const,
    credits: openingCredits,
  }));
  await openDemoBalances(db, wallets);
  return { buyers: people, contentIds: pictures };
}

/** Waits until that many more unlocks were acknowledged. */
async function receiptsBeyond(more: number): Promise<void> {
  const wanted = load.receipts.length + more;
  const until = performance.now() + 30_000;
  while (load.receipts.length < wanted) {
    if (performance.now() > until) throw new Error(`unlocks have stopped: ${JSON.stringify([...load.refusals])}`);
    await sleep(20);
  }
}

describe('unlocks while the machine fails', { timeout: 60_000 }, () => {
  it('F1: the program is killed under load and started again; nobody waits longer than a start takes', async () => {
    const since = performance.now();
    await server.kill();
    const seconds = await server.start();
    await receiptsBeyond(300);
    const gap = longestSilence(load.receipts, since);
    console.info(`F1: back after ${gap.toFixed(2)} s, of which the start took ${seconds.toFixed(2)} s`);
    expect(gap).toBeLessThan(5);
  });

  it('F2: PostgreSQL and all its children are killed under load; the program lives and is back within 10 s', async () => {
    const pid = server.pid();
    const victims = await server.databaseProcesses();
    const since = performance.now();
    for (const victim of victims) process.kill(victim, 'SIGKILL');
    await receiptsBeyond(300);
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
    await receiptsBeyond(300);
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

    await onDatabase(async ({ db }) => {
      const posted = await sql<{ owner: string; item: string; times: number }>`
        select owner_id as owner, reference as item, count(*)::int as times
          from ledger_transfers where kind = 'unlock' group by owner_id, reference`.execute(db);
      const once = (buyer: string, item: string) => `${buyer} ${item}`;
      // Nothing acknowledged is missing, nothing is there that nobody was told of, and nothing is there twice.
      expect(new Set(posted.rows.map((row) => once(row.owner, row.item)))).toEqual(
        new Set(receipts.map((receipt) => once(receipt.buyerId, receipt.contentId))),
      );
      expect(posted.rows.filter(({ times }) => times !== 1)).toEqual([]);
      expect(posted.rows.length).toBe(receipts.length);

      const found = await reconcile(db);
      expect(found).toMatchObject({ drifted: [], belowFloor: [], brokenGroups: [], unbalanced: [] });
      expect(isSound(found)).toBe(true);

      const sums = await sql<{ paid: bigint; spent: bigint; shared: bigint }>`
        select
          (select sum(c.price_credits) from ledger_transfers t join content_items c on c.id::text = t.reference
            where t.kind = 'unlock')::bigint as paid,
          (select ${buyerCount * openingCredits} - sum(balance) from ledger_accounts where kind = 'wallet')::bigint as spent,
          (select sum(balance) from ledger_accounts where kind in ('earnings', 'platform_revenue'))::bigint as shared`.execute(
        db,
      );
      const { paid, spent, shared } = sums.rows[0] ?? {};
      expect(spent).toBe(paid);
      expect(shared).toBe(paid);
    });
  });
});
