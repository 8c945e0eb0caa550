import type { Db } from '../../platform/database.ts';
import { accountOf, type CreditsService, type Move, takeBackPosted } from '../credits/service.ts';
import type { RequestRow } from './store.ts';

type Held = Pick<RequestRow, 'id' | 'requester_account_id' | 'creator_id' | 'title' | 'held'>;

// Each movement of a request has a key of its own that says which it is, so none can happen twice.
const keyOf = (request: Held, movement: string): string => `request:${request.id}:${movement}`;

/** Lays credits aside, bought ones first; the second time for what a counter-offer costs more. */
export function hold(request: Held, amount: number, which: 'offer' | 'counter-offer'): Move {
  const payer = request.requester_account_id;
  return {
    kind: 'request_hold',
    ownerId: payer,
    key: keyOf(request, which),
    reference: request.id,
    description: `Request “${request.title}”`,
    amount,
    from: accountOf(payer, 'wallet'),
    reserve: accountOf(payer, 'wallet_promotional'),
    to: accountOf(request.id, 'escrow'),
    reserveTo: accountOf(request.id, 'escrow_promotional'),
  };
}

/** Releases what is held: the creator's share to their earnings, or held as far as promotional credits pay it, the rest to the platform. */
export const release = (request: Held, which: 'payment' | 'decided' = 'payment'): Move => ({
  kind: 'request_payment',
  ownerId: request.requester_account_id,
  key: keyOf(request, which),
  payeeId: request.creator_id,
  reference: request.id,
  description: `Request “${request.title}”`,
  amount: request.held,
  from: accountOf(request.id, 'escrow'),
  reserve: accountOf(request.id, 'escrow_promotional'),
  to: accountOf(request.creator_id, 'earnings'),
  reserveTo: accountOf(request.creator_id, 'earnings_held'),
  shared: true,
});

/**
 * Takes what a delivery released back into escrow, both shares of it, until a dispute is decided. Earnings cannot be
 * withdrawn as early as a delivery can be disputed, so the creator's share is there.
 */
export const reclaim = (tx: Db, request: Held): Promise<Move[]> =>
  takeBackPosted(tx, {
    ownerId: request.requester_account_id,
    key: keyOf(request, 'payment'),
    kind: 'request_reclaim',
    prefix: keyOf(request, 'reclaim'),
    reference: request.id,
    description: `Held while “${request.title}” is disputed`,
  });

/**
 * Gives back a part of what is held, or all of it. Promotional credits are spent last, so they come back first: as many
 * as the ledger says went in and did not come back yet.
 */
export async function giveBack(
  tx: Db,
  credits: Pick<CreditsService, 'promotionalIn'>,
  request: Held,
  amount: number,
  why: 'agreed' | 'ended' | 'decided',
): Promise<Move[]> {
  if (amount === 0) return [];
  const payer = request.requester_account_id;
  const promotionalHeld = await credits.promotionalIn(tx, payer, [
    keyOf(request, 'offer'),
    keyOf(request, 'counter-offer'),
    keyOf(request, 'agreed:wallet_promotional'),
  ]);
  const promotional = Math.min(amount, promotionalHeld);
  const parts = [
    ['wallet_promotional', promotional],
    ['wallet', amount - promotional],
  ] as const;
  return parts
    .filter(([, part]) => part > 0)
    .map(([wallet, part]) => ({
      kind: 'request_return',
      ownerId: payer,
      key: keyOf(request, `${why}:${wallet}`),
      reference: request.id,
      description: `Returned from “${request.title}”`,
      amount: part,
      ...(wallet === 'wallet'
        ? { from: accountOf(request.id, 'escrow') }
        : { from: accountOf(request.id, 'escrow_promotional'), reserve: accountOf(request.id, 'escrow') }),
      to: accountOf(payer, wallet),
    }));
}
