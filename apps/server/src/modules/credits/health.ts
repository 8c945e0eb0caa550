import { creditValueCents } from '@vlam/contract/credits';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import * as store from './health-store.ts';
import { isSound, type Reconciliation, reconcile } from './reconcile.ts';

export interface Solvency {
  solvent: boolean;
  /** Rand received and neither returned nor paid out. */
  heldCents: bigint;
  /**
   * What creators may withdraw once it clears, credits at their value in rand, payouts in progress, and held credits as
   * far as the payers' rand covers them.
   */
  owedCents: bigint;
  /** Credits held for creators, because promotional ones paid them. */
  heldCredits: bigint;
  /** Rand paid for credits that are not redeemed. */
  packSalesCents: bigint;
}

/** The rand held must cover all that creators may withdraw; see "Solvency" in docs/topics/ledger.md. */
export function computeSolvency(held: store.Holdings): Solvency {
  const owedCents = held.earnedCents + held.earnedCredits * BigInt(creditValueCents) + held.releasableCents;
  const { heldCents, packSalesCents, heldCredits } = held;
  return { solvent: heldCents >= owedCents, heldCents, owedCents, packSalesCents, heldCredits };
}

export interface BooksCheck extends Solvency {
  balanced: boolean;
  checkedAt: Date;
  transfers: number;
  /** One sentence for each discrepancy. */
  differences: string[];
  creditsOutstanding: bigint;
  promotionalOutstanding: bigint;
}

export interface Books {
  /**
   * Compares every balance with every transfer and what is held with what is owed; stores the finding, and logs an
   * error for any discrepancy.
   */
  check(): Promise<Reconciliation>;
  /** The latest finding. On a new database the first reader triggers the check. */
  latest(): Promise<BooksCheck>;
  /** What is held and owed now. */
  solvency(): Promise<Solvency>;
}

export function createBooks({ database, clock, logger }: { database: Database; clock: Clock; logger: Logger }): Books {
  const { db, pool } = database;

  /** All sums of one moment. */
  const readHoldings = () =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(store.sumHoldings);

  async function check(): Promise<Reconciliation> {
    const found = await reconcile(pool);
    const holdings = await readHoldings();
    const solvency = computeSolvency(holdings);
    const differences = describe(found);
    const balanced = isSound(found);
    await store.insertCheck(db, {
      checked_at: clock.now(),
      balanced,
      solvent: solvency.solvent,
      transfers: BigInt(found.transfers),
      differences,
      held_cents: solvency.heldCents,
      owed_cents: solvency.owedCents,
      pack_sales_cents: solvency.packSalesCents,
      credits_outstanding: holdings.creditsOutstanding,
      promotional_outstanding: holdings.promotionalOutstanding,
      held_credits: solvency.heldCredits,
    });
    if (!balanced) logger.error('the ledger does not add up', { differences });
    const { solvent, heldCents, owedCents } = solvency;
    if (!solvent)
      logger.error('less rand is held than creators may withdraw', { held: `${heldCents}`, owed: `${owedCents}` });
    return found;
  }

  return {
    check,
    async latest() {
      if (!(await store.findLatestCheck(db))) await check();
      const row = await store.findLatestCheck(db);
      if (!row) throw new Error('the finding was not kept');
      return {
        balanced: row.balanced,
        solvent: row.solvent,
        checkedAt: row.checked_at,
        transfers: Number(row.transfers),
        differences: row.differences,
        heldCents: row.held_cents,
        owedCents: row.owed_cents,
        packSalesCents: row.pack_sales_cents,
        creditsOutstanding: row.credits_outstanding,
        promotionalOutstanding: row.promotional_outstanding,
        heldCredits: row.held_credits,
      };
    },
    solvency: async () => computeSolvency(await readHoldings()),
  };
}

const describe = (found: Reconciliation): string[] => [
  ...found.drifted.map(
    ({ accountId, balance, entries }) => `${accountId} holds ${balance}, its entries say ${entries}`,
  ),
  ...found.belowFloor.map((accountId) => `${accountId} is below its floor`),
  ...found.brokenGroups.map((groupId) => `transfer ${groupId} does not add up`),
  ...found.unbalanced.map(({ currency, total }) => `${total} ${currency} are not accounted for`),
];
