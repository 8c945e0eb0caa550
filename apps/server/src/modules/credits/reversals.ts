import { clearingDays } from '@vlam/contract/payouts';
import type { Db } from '../../platform/database.ts';
import { accountOf, type Currency, cash, type LedgerAccount, losses, revenueShard } from './accounts.ts';
import { sumRecovered } from './chargeback-store.ts';
import { takeFromHold } from './held-store.ts';
import { listPosted, type PostedKey, type PostedLeg } from './posted.ts';
import type { Move, MoveKind } from './postings.ts';
import { findShareOf, sumShareTaken } from './referral-store.ts';

/** An account of the platform's income, for its own sales. */
export const platformIncome = (currency: Currency): LedgerAccount => revenueShard(currency);

/** A posting to reverse. */
export interface Reversal {
  /** Owner of the posting. */
  ownerId: string;
  key: PostedKey;
  kind: MoveKind;
  /** Prefix of the movements' keys, which makes the reversal idempotent. */
  prefix: string;
  reference: string;
  description: string;
  /** Receives a leg's amount; defaults to the account it came from. */
  to?(leg: PostedLeg): LedgerAccount;
  /** Leaves cleared earnings with the creator, as the platform's loss. Defaults to reversing all. */
  sparesCleared?: boolean;
}

/**
 * Reverses each share as it was posted, independent of today's share: the creator's from their earnings or their hold, the
 * platform's from the account it went to. A shortfall is a loss, and so is what a chargeback recovered from the creator
 * before. A referral share of it returns first, to the platform's income that it was taken from. Returns no moves when
 * the key posted nothing.
 */
export async function reversePosting(tx: Db, back: Reversal): Promise<Move[]> {
  const legs = await listPosted(tx, back.ownerId, back.key);
  const moves = await reverseShare(tx, back, legs[0]);
  let recovered = legs[0] ? await sumRecovered(tx, back.ownerId, legs[0].groupId) : 0;
  for (const leg of legs) {
    const move = (from: LedgerAccount, amount: number, part = ''): Move => ({
      kind: back.kind,
      ownerId: back.ownerId,
      key: `${back.prefix}:${leg.leg}${part}`,
      // Creators' statements and figures show reversals of earnings and of holds.
      payeeId: from.kind === 'earnings' || from.kind === 'earnings_held' ? from.ownerId : null,
      reference: back.reference,
      description: back.description,
      amount,
      from,
      reserve: from === losses[leg.to.currency] ? null : losses[leg.to.currency],
      to: back.to?.(leg) ?? leg.from,
    });
    if (leg.to.kind === 'earnings' && back.sparesCleared && leg.cleared)
      moves.push(move(losses[leg.to.currency], leg.amount, ':cleared'));
    else if (leg.to.kind === 'earnings') {
      const before = Math.min(recovered, leg.amount);
      recovered -= before;
      moves.push(move(leg.to, leg.amount - before), move(losses[leg.to.currency], before, ':recovered'));
    } else if (leg.to.kind !== 'earnings_held') moves.push(move(leg.to, leg.amount));
    else {
      const { held, released } = await takeFromHold(tx, back.ownerId, leg.groupId, leg.amount);
      const lapsed = leg.amount - held - released;
      moves.push(
        move(leg.to, held, ':held'),
        move(accountOf(leg.payeeId ?? '', 'earnings'), released, ':released'),
        move(platformIncome('credits'), lapsed, ':lapsed'),
      );
    }
  }
  return moves.filter(({ amount }) => amount > 0);
}

/** Takes a referral share of a sale back, by the rules of the creator's own share. */
async function reverseShare(tx: Db, back: Reversal, sale: PostedLeg | undefined): Promise<Move[]> {
  const share = sale?.payeeId ? await findShareOf(tx, { creatorId: sale.payeeId, groupId: sale.groupId }) : undefined;
  if (!share) return [];
  const { referrerId, leg } = share;
  const lost = losses[leg.to.currency];
  const move = (part: string, amount: number, from: LedgerAccount): Move => ({
    kind: back.kind,
    ownerId: referrerId,
    key: `${back.prefix}:referral${part}`,
    payeeId: from === lost ? null : referrerId,
    reference: leg.groupId,
    description: 'Referral share taken back',
    amount,
    from,
    reserve: from === lost ? null : lost,
    to: leg.from,
  });
  if (back.sparesCleared && leg.cleared) return [move(':cleared', leg.amount, lost)];
  const before = Math.min(await sumShareTaken(tx, share), leg.amount);
  return [move('', leg.amount - before, leg.to), move(':recovered', before, lost)];
}

/** Earnings after this moment still clear. */
export const clearingSince = (now: Date): Date => new Date(now.getTime() - clearingDays * 86_400_000);

/** A payment in rand to reverse. */
export interface ReversedOrder {
  /** The order; its moves are posted once per reason. */
  id: string;
  accountId: string;
  description: string;
  /** A later part of the payment, posted by itself under this name. */
  part?: string;
}

/** Returns the shares of a payment in rand to the provider; after a chargeback the creator loses only clearing earnings. */
export const reverseOrder = (tx: Db, order: ReversedOrder, why: 'refund' | 'chargeback'): Promise<Move[]> =>
  reversePosting(tx, {
    ownerId: order.accountId,
    key: order.part ? `${order.id}:${order.part}` : order.id,
    kind: why,
    // A part waited in escrow; the provider gives it back.
    ...(order.part ? { to: () => cash } : {}),
    sparesCleared: why === 'chargeback',
    prefix: [order.id, ...(order.part ? [order.part] : []), why].join(':'),
    reference: order.id,
    description: order.description,
  });
