import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Move } from './postings.ts';
import { returnPurchase } from './returns.ts';

/** An unlock that was not given back. */
export interface UnlockSale {
  payerId: string;
  groupId: string;
  /** Key as the ledger stores it. */
  key: string;
  price: number;
}

/** Unlocks of an item that were not given back, oldest first. */
export async function listUnlockSales(db: Db, reference: string, limit: number): Promise<UnlockSale[]> {
  const { rows } = await sql<{ payerId: string; groupId: string; key: string; price: bigint }>`
    select sold.owner_id as "payerId", sold.group_id as "groupId", sold.key, sold.group_amount as price
      from ledger_transfers sold
      where sold.kind = 'unlock' and sold.leg = 1 and sold.reference = ${reference}
        and not exists (select from ledger_transfers back
          where back.owner_id = sold.owner_id and back.reference = sold.reference and back.kind = 'unlock_return')
      order by sold.group_id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, price: Number(row.price) }));
}

/**
 * Gives the price of an unlock back: the creator's share from their earnings or their hold, the platform's from its
 * income; what the creator no longer has is the platform's loss. The keys of the movements make it idempotent.
 */
export const returnUnlock = (
  tx: Db,
  reference: string,
  { payerId, groupId, key, price }: UnlockSale,
  descriptions: { reclaim: string; giveBack: string },
): Promise<Move[]> =>
  returnPurchase(tx, {
    payerId,
    key: { stored: key },
    prefix: `unlock:${groupId}`,
    price,
    reference,
    escrowOwner: reference,
    kinds: { reclaim: 'unlock_reclaim', giveBack: 'unlock_return' },
    descriptions,
  });
