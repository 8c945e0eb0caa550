import { clearingDays } from '@vlam/contract/payouts';
import type { Db } from '../../platform/database.ts';
import { accountOf, type Currency, type LedgerAccount, losses, revenueShard } from './accounts.ts';
import { takeFromHold } from './held-store.ts';
import { listPosted, type PostedLeg } from './posted.ts';
import type { Move, MoveKind } from './postings.ts';

/** An account of the platform's income: what it sells itself is paid in here. */
export const platformIncome = (currency: Currency): LedgerAccount => revenueShard(currency);

/** A posting that is taken back, and how. */
export interface TakeBack {
  /** The member whose posting it was. */
  ownerId: string;
  /** Key of the posting. */
  key: string;
  kind: MoveKind;
  /** Begins the keys of the movements; they are made once for it. */
  prefix: string;
  reference: string;
  description: string;
  /** Where a leg's amount goes; back where it came from unless said. */
  to?(leg: PostedLeg): LedgerAccount;
  /** What has cleared stays the creator's, and is the platform's loss. All is taken back unless given. */
  sparesCleared?: boolean;
}

/**
 * Takes back each share as it was posted, whatever the share is today: the creator's from what they earned or what is held
 * for them, the platform's from the account it went to. What these lack is a loss. None when the key posted nothing.
 */
export async function takeBackPosted(tx: Db, back: TakeBack): Promise<Move[]> {
  const legs = await listPosted(tx, back.ownerId, back.key);
  const moves: Move[] = [];
  for (const leg of legs) {
    const move = (from: LedgerAccount, amount: number, part = ''): Move => ({
      kind: back.kind,
      ownerId: back.ownerId,
      key: `${back.prefix}:${leg.leg}${part}`,
      // A creator's statement shows what left their earnings, and their figures what was held of it.
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
    else if (leg.to.kind !== 'earnings_held') moves.push(move(leg.to, leg.amount));
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

/** What creators earned after this still clears. */
export const clearingSince = (now: Date): Date => new Date(now.getTime() - clearingDays * 86_400_000);

/** A payment in rand that is taken back. */
export interface TakenBack {
  /** The order; its moves are made once for each reason. */
  id: string;
  accountId: string;
  description: string;
}

/** What a payment in rand was shared into goes back to the provider; of a chargeback the creator loses what still clears. */
export const takeBackOrder = (tx: Db, order: TakenBack, why: 'refund' | 'chargeback'): Promise<Move[]> =>
  takeBackPosted(tx, {
    ownerId: order.accountId,
    key: order.id,
    kind: why,
    sparesCleared: why === 'chargeback',
    prefix: `${order.id}:${why}`,
    reference: order.id,
    description: order.description,
  });
