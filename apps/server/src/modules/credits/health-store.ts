import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { cash, demoCash, packSales } from './accounts.ts';
import { sumHeld } from './held-store.ts';

export interface Holdings {
  /** Rand received and neither returned nor paid out. */
  heldCents: bigint;
  /** Rand that creators earned, payouts in progress, and what was paid for months that have not begun. */
  earnedCents: bigint;
  /** Credits that creators earned and did not redeem. */
  earnedCredits: bigint;
  /** Rand paid for credits, less redeemed and returned ones. */
  packSalesCents: bigint;
  /** Bought credits in members' wallets or in escrow. */
  creditsOutstanding: bigint;
  promotionalOutstanding: bigint;
  /** Credits held for creators, and their value in cents that the payers' rand covers. */
  heldCredits: bigint;
  releasableCents: bigint;
}

/** The sums that solvency is computed from, from the balances of one moment. */
export async function sumHoldings(db: Db): Promise<Holdings> {
  // Held credits are summed payer by payer.
  await sql`set local enable_seqscan = off`.execute(db);
  const { rows } = await sql<Omit<Holdings, 'heldCredits' | 'releasableCents'>>`
    select
      -(coalesce(sum(balance) filter (where id in (${cash.id}, ${demoCash.id})), 0))::bigint as "heldCents",
      coalesce(sum(balance) filter (where kind in ('earnings', 'payable', 'escrow') and currency = 'cents'), 0)::bigint as "earnedCents",
      coalesce(sum(balance) filter (where kind in ('earnings', 'payable') and currency = 'credits'), 0)::bigint as "earnedCredits",
      coalesce(sum(balance) filter (where id = ${packSales.id}), 0)::bigint as "packSalesCents",
      coalesce(sum(balance) filter (where kind in ('wallet', 'escrow') and currency = 'credits'), 0)::bigint
        as "creditsOutstanding",
      coalesce(sum(balance) filter (where kind in ('wallet_promotional', 'escrow_promotional')), 0)::bigint as "promotionalOutstanding"
    from ledger_accounts`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the ledger has no accounts');
  const { credits, coveredCents } = await sumHeld(db);
  return { ...found, heldCredits: credits, releasableCents: coveredCents };
}

export interface CheckRow {
  checked_at: Date;
  balanced: boolean;
  solvent: boolean;
  transfers: bigint;
  differences: string[];
  held_cents: bigint;
  owed_cents: bigint;
  pack_sales_cents: bigint;
  credits_outstanding: bigint;
  promotional_outstanding: bigint;
  held_credits: bigint;
}

export async function insertCheck(db: Db, row: CheckRow): Promise<void> {
  await db.insertInto('ledger_checks').values(row).execute();
}

export async function findLatestCheck(db: Db): Promise<CheckRow | undefined> {
  return db.selectFrom('ledger_checks').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}
