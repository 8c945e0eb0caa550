import { sql } from 'kysely';
import { expect } from 'vitest';
import { openDemoBalances } from '../../src/modules/credits/demo-balances.ts';
import { isSound, reconcile } from '../../src/modules/credits/reconcile.ts';
import type { Config } from '../../src/platform/config.ts';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { createRunningClock } from '../clock.ts';
import { aCreator, anAccount, aPaidPicture } from '../factories.ts';
import type { ServerProcess } from './server-process.ts';
import type { Buyer, Receipt, UnlockLoad } from './unlock-load.ts';

export interface Shop {
  buyers: Buyer[];
  contentIds: string[];
  /** Price by content id, in credits. */
  prices: Map<string, number>;
}

const buyerCount = 48;
const openingCredits = 100_000;
const prices = [5, 7, 9, 10, 15];

/** Four creators with thirty paid pictures each, and buyers who can afford all of them. */
export async function fillShop({ db }: Database, config: Config): Promise<Shop> {
  const world = { db, clock: createRunningClock(), config };
  const pictures = new Map<string, number>();
  for (let n = 0; n < 4; n += 1) {
    const creator = await aCreator(world);
    for (let item = 0; item < 30; item += 1) {
      const price = prices[item % prices.length] ?? 1;
      pictures.set((await aPaidPicture(world, { creator, price, title: `Study ${item}` })).contentId, price);
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
  return { buyers: people, contentIds: [...pictures.keys()], prices: pictures };
}

/** Exactly the acknowledged unlocks are posted, once each, and the ledger is consistent with itself and the prices. */
export async function expectConsistentLedger({ db, pool }: Database, receipts: readonly Receipt[]): Promise<void> {
  const posted = await sql<{ owner: string; item: string; times: number }>`
    select owner_id as owner, reference as item, count(*)::int as times
      from ledger_transfers where kind = 'unlock' group by owner_id, reference`.execute(db);
  const once = (buyer: string, item: string) => `${buyer} ${item}`;
  // No acknowledged unlock is missing, none was posted without acknowledgement, none twice.
  expect(new Set(posted.rows.map((row) => once(row.owner, row.item)))).toEqual(
    new Set(receipts.map((receipt) => once(receipt.buyerId, receipt.contentId))),
  );
  expect(posted.rows.filter(({ times }) => times !== 1)).toEqual([]);
  expect(posted.rows.length).toBe(receipts.length);

  const found = await reconcile(pool);
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
}

/** Ends the load and repeats some calls: none has a second effect, and the books match the acknowledged unlocks. */
export async function endAndCheck(server: ServerProcess, load: UnlockLoad): Promise<void> {
  await load.stop();
  await load.repeat(load.receipts.slice(0, 100));
  expect(load.unexpected).toEqual([]);
  console.info(`${load.receipts.length} unlocks; refused during the fault: ${JSON.stringify([...load.refusals])}`);
  const database = openDatabase(await server.databaseUrl(), { size: 4, statementTimeoutMs: 60_000 });
  try {
    await expectConsistentLedger(database, load.receipts);
  } finally {
    await database.close();
  }
}
