import type { Db } from '../../platform/database.ts';
import { accountOf, type CreditsService, type Move, reversePosting } from '../credits/service.ts';
import type { RequestRow } from './store.ts';

type Held = Pick<RequestRow, 'id' | 'requester_account_id' | 'creator_id' | 'title' | 'held'>;

// Each movement of a request has a key of its own, so none can happen twice.
const keyOf = (request: Held, movement: string): string => `request:${request.id}:${movement}`;

/** Moves credits to escrow, bought ones first; the second time for the difference to a counter-offer. */
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

/**
 * Releases the escrow: the creator's share to their earnings, or held where promotional credits paid it, the rest to
 * the platform.
 */
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
 * Returns what a delivery released to escrow, both shares of it, until a dispute is decided. Earnings cannot be
 * withdrawn before the time to dispute is over, so the creator's share is available.
 */
export const reclaim = (tx: Db, request: Held): Promise<Move[]> =>
  reversePosting(tx, {
    ownerId: request.requester_account_id,
    key: keyOf(request, 'payment'),
    kind: 'request_reclaim',
    prefix: keyOf(request, 'reclaim'),
    reference: request.id,
    description: `Held while “${request.title}” is disputed`,
  });

/**
 * Returns part of the escrow, or all of it. Promotional credits are spent last, so they are returned first: as many as
 * the ledger has in escrow.
 */
export async function returnEscrow(
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
