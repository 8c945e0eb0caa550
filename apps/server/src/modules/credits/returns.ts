import type { Db } from '../../platform/database.ts';
import { accountOf } from './accounts.ts';
import { type PostedKey, storedKey } from './posted.ts';
import type { Move, MoveKind } from './postings.ts';
import { reversePosting } from './reversals.ts';
import { sumPromotional } from './store.ts';

/** A purchase from a creator that goes back to its payer. */
export interface ReturnedPurchase {
  payerId: string;
  /** Key of the purchase; the keys of the movements begin with it, or with `prefix`. */
  key: PostedKey;
  prefix?: string;
  price: number;
  reference: string;
  /** Owner of the escrow that the shares pass through. */
  escrowOwner: string;
  kinds: { reclaim: MoveKind; giveBack: MoveKind };
  descriptions: { reclaim: string; giveBack: string };
}

/**
 * Takes both shares back and returns the price to the payer. Promotional credits are spent last, so it is returned in
 * the kinds of credits the ledger posted.
 */
export async function returnPurchase(tx: Db, purchase: ReturnedPurchase): Promise<Move[]> {
  const { payerId, key, price, reference, kinds, descriptions } = purchase;
  const prefix = purchase.prefix ?? (typeof key === 'string' ? key : key.stored);
  const escrow = accountOf(purchase.escrowOwner, 'escrow');
  const promotionalAccount = accountOf(payerId, 'wallet_promotional').id;
  const given = await sumPromotional(tx, { id: payerId, promotionalAccount }, [storedKey(key)]);
  const promotional = Math.min(given, price);
  const reclaimed = await reversePosting(tx, {
    ownerId: payerId,
    key,
    kind: kinds.reclaim,
    prefix: `${prefix}:reclaim`,
    reference,
    description: descriptions.reclaim,
    to: () => escrow,
  });
  const give = (wallet: 'wallet' | 'wallet_promotional', amount: number): Move => ({
    kind: kinds.giveBack,
    ownerId: payerId,
    key: `${prefix}:return:${wallet}`,
    reference,
    description: descriptions.giveBack,
    amount,
    from: escrow,
    to: accountOf(payerId, wallet),
  });
  return [...reclaimed, give('wallet_promotional', promotional), give('wallet', price - promotional)].filter(
    ({ amount }) => amount > 0,
  );
}
