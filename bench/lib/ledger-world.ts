import { openDemoBalances } from '../../apps/server/src/modules/credits/demo-balances.ts';
import { type Posting, purchasePosting } from '../../apps/server/src/modules/credits/postings.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';

export interface LedgerWorld {
  payers: string[];
  creators: string[];
}

/** Payers who never run out, and creators; all their accounts exist, as they do for members who did something before. */
export async function makeLedgerWorld(
  database: Database,
  counts: { payers: number; creators: number },
): Promise<LedgerWorld> {
  const payers = Array.from({ length: counts.payers }, () => newId());
  const creators = Array.from({ length: counts.creators }, () => newId());
  await openDemoBalances(database.db, [
    ...payers.flatMap((ownerId) => [
      { ownerId, kind: 'wallet' as const, credits: 1_000_000_000 },
      { ownerId, kind: 'wallet_promotional' as const, credits: 25 },
    ]),
    ...creators.map((ownerId) => ({ ownerId, kind: 'earnings' as const, credits: 1 })),
  ]);
  await database.pool.query('vacuum analyze ledger_accounts, ledger_transfers');
  return { payers, creators };
}

export const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

/** A new purchase. A price of 4 has no fee and is one transfer, 10 is two. */
export const aPurchase = (payerId: string, payeeId: string, price: number): Posting =>
  purchasePosting({
    kind: 'unlock',
    payerId,
    payeeId,
    price,
    reference: newId(),
    key: newId(),
    description: 'Blue hour',
  });
