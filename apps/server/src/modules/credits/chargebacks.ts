import type { Db } from '../../platform/database.ts';
import { accountOf, hashedId, losses } from './accounts.ts';
import {
  hasRecoveries,
  insertRecoveries,
  listSpent,
  listSpentByCreator,
  type RecoveredShare,
  type SpentSale,
  sumTakenFrom,
} from './chargeback-store.ts';
import type { Move } from './postings.ts';

const maxSales = 2_000;
/** Credits spent on one creator from which an order is suspect. */
const suspectCredits = 300;

export interface ChargedBackOrder {
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
export async function recoverSpentCredits(
  tx: Db,
  charged: ChargedBackOrder,
  balanceOf: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>,
): Promise<Move[]> {
  const { orderId, payerId, description, clearingSince, now } = charged;
  if (charged.spent === 0 || (await hasRecoveries(tx, orderId))) return [];
  const sales = await listSpent(tx, { payerId, wallet: accountOf(payerId, 'wallet').id, limit: maxSales });
  const earners = sales.flatMap(({ profileId, referral }) => [profileId, ...(referral ? [referral.referrerId] : [])]);
  const held = await balanceOf([...new Set(earners.map((id) => accountOf(id, 'earnings').id))]);
  const left = new Map(held);
  const recoveries: (RecoveredShare & { sale: SpentSale })[] = [];
  const shares: Move[] = [];
  let rest = charged.spent;
  /** What of an earner's part can be taken: cleared earnings stay theirs. */
  const take = (earnerId: string, part: number, sale: SpentSale): number => {
    const { id } = accountOf(earnerId, 'earnings');
    const taken = sale.createdAt > clearingSince ? Math.min(part, Number(left.get(id) ?? 0n)) : 0;
    left.set(id, (left.get(id) ?? 0n) - BigInt(taken));
    return taken;
  };
  for (const sale of sales) {
    if (rest === 0) break;
    const spent = Math.min(rest, sale.spent);
    rest -= spent;
    const partOf = (amount: number) => Math.floor((amount * spent) / sale.bought);
    const recovered = take(sale.profileId, partOf(sale.earned), sale);
    if (sale.referral) {
      const { referrerId, amount } = sale.referral;
      const taken = take(referrerId, partOf(amount), sale);
      if (taken > 0) shares.push(takenShare(charged, { referrerId, groupId: sale.groupId, taken }));
    }
    recoveries.push({ groupId: sale.groupId, profileId: sale.profileId, spent, recovered, sale });
  }
  if (recoveries.length > 0) await insertRecoveries(tx, { orderId, payerId, at: now }, recoveries);
  const own: Move[] = recoveries
    .filter(({ recovered }) => recovered > 0)
    .map(({ groupId, profileId, recovered }) => ({
      kind: 'chargeback',
      ownerId: payerId,
      key: `${orderId}:spent:${groupId}`,
      payeeId: profileId,
      reference: orderId,
      description,
      amount: recovered,
      from: accountOf(profileId, 'earnings'),
      to: losses.credits,
    }));
  return [...own, ...shares];
}

/** Taken from who referred the creator; a later reversal of the sale finds it by the sale's id. */
const takenShare = (
  { orderId }: ChargedBackOrder,
  { referrerId, groupId, taken }: { referrerId: string; groupId: string; taken: number },
): Move => ({
  kind: 'chargeback',
  ownerId: referrerId,
  key: `${orderId}:spent:${groupId}`,
  payeeId: referrerId,
  reference: groupId,
  description: 'Referral share taken back',
  amount: taken,
  from: accountOf(referrerId, 'earnings'),
  to: losses.credits,
});

/** The part of a posting that exceeded the member's wallet, because it was spent. */
export const sumLost = (tx: Db, ownerId: string, key: string): Promise<number> =>
  sumTakenFrom(tx, { ownerId, key: hashedId(key), accountId: losses.credits.id });

/** Creators who received most of an order, or parts of two orders of one payer, for review by staff. */
export async function listSuspectPairs(
  tx: Db,
  order: { orderId: string; payerId: string; spent: number },
): Promise<string[]> {
  const pairs = await listSpentByCreator(tx, order);
  return pairs
    .filter(({ spent, orders }) => orders > 1 || (spent >= suspectCredits && spent * 5 >= order.spent * 4))
    .map(({ profileId }) => profileId);
}
