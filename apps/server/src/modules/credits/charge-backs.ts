import type { Db } from '../../platform/database.ts';
import { accountOf, hashedId, losses } from './accounts.ts';
import {
  hasTakes,
  insertTakes,
  listPairs,
  listSpent,
  type SpentSale,
  sumTakenFrom,
  type Take,
} from './charge-back-store.ts';
import type { Move } from './postings.ts';

const salesAtMost = 2_000;
/** Less than this, spent on one creator, is ordinary. */
const suspectCredits = 300;

export interface ChargedBack {
  orderId: string;
  payerId: string;
  description: string;
  /** Bought credits of the order that were spent. */
  spent: number;
  /** Earnings since then still clear. */
  clearingSince: Date;
  now: Date;
}

/**
 * Recovers creators' earnings from credits whose payment was charged back, last spent first, as far as they still
 * clear; cleared earnings stay theirs and are the platform's loss. Once per order.
 */
export async function takeBackSpent(
  tx: Db,
  charged: ChargedBack,
  balanceOf: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>,
): Promise<Move[]> {
  const { orderId, payerId, description, clearingSince, now } = charged;
  if (charged.spent === 0 || (await hasTakes(tx, orderId))) return [];
  const sales = await listSpent(tx, { payerId, wallet: accountOf(payerId, 'wallet').id, limit: salesAtMost });
  const held = await balanceOf([...new Set(sales.map(({ profileId }) => accountOf(profileId, 'earnings').id))]);
  const left = new Map(held);
  const takes: (Take & { sale: SpentSale })[] = [];
  let rest = charged.spent;
  for (const sale of sales) {
    if (rest === 0) break;
    const spent = Math.min(rest, sale.spent);
    rest -= spent;
    const { id } = accountOf(sale.profileId, 'earnings');
    const part = Math.floor((sale.earned * spent) / sale.bought);
    const taken = sale.createdAt > clearingSince ? Math.min(part, Number(left.get(id) ?? 0n)) : 0;
    left.set(id, (left.get(id) ?? 0n) - BigInt(taken));
    takes.push({ groupId: sale.groupId, profileId: sale.profileId, spent, taken, sale });
  }
  if (takes.length > 0) await insertTakes(tx, { orderId, payerId, at: now }, takes);
  return takes
    .filter(({ taken }) => taken > 0)
    .map(({ groupId, profileId, taken }) => ({
      kind: 'chargeback',
      ownerId: payerId,
      key: `${orderId}:spent:${groupId}`,
      payeeId: profileId,
      reference: orderId,
      description,
      amount: taken,
      from: accountOf(profileId, 'earnings'),
      to: losses.credits,
    }));
}

/** The part of a posting that exceeded the member's wallet, because it was spent. */
export const sumLost = (tx: Db, ownerId: string, key: string): Promise<number> =>
  sumTakenFrom(tx, { ownerId, key: hashedId(key), accountId: losses.credits.id });

/** Creators who received most of an order, or parts of two orders of one payer, for review by staff. */
export async function listSuspectPairs(
  tx: Db,
  order: { orderId: string; payerId: string; spent: number },
): Promise<string[]> {
  const pairs = await listPairs(tx, order);
  return pairs
    .filter(({ spent, orders }) => orders > 1 || (spent >= suspectCredits && spent * 5 >= order.spent * 4))
    .map(({ profileId }) => profileId);
}
