import type { Db } from '../../platform/database.ts';
import {
  accountOf,
  type CreditsService,
  type Move,
  type Posting,
  purchasePosting,
  reversePosting,
} from '../credits/service.ts';
import type { CallRow } from './store.ts';

type Paid = Pick<CallRow, 'id' | 'caller_account_id' | 'partner_id' | 'credits_per_minute'>;

// Each movement of a minute has a key of its own, so it is posted once whichever process charges it.
const keyOf = (call: Paid, minute: number, movement = ''): string => `call:${call.id}:${minute}${movement}`;

/** A started minute: four fifths of it the creator's. */
export const minutePosting = (call: Paid, minute: number, partnerName: string): Posting =>
  purchasePosting({
    kind: 'call',
    payerId: call.caller_account_id,
    payeeId: call.partner_id,
    price: call.credits_per_minute,
    reference: call.id,
    key: keyOf(call, minute),
    description: `Video call with ${partnerName}, minute ${minute}`,
  });

/**
 * Takes both shares of these minutes back and returns them to the caller. Promotional credits are spent last, so each
 * minute is returned in the kinds of credits the ledger posted.
 */
export async function returnMinutes(
  tx: Db,
  credits: Pick<CreditsService, 'promotionalIn'>,
  call: Paid,
  minutes: readonly number[],
): Promise<Move[]> {
  const escrow = accountOf(call.id, 'escrow');
  const moves: Move[] = [];
  for (const minute of minutes) {
    const given = await credits.promotionalIn(tx, call.caller_account_id, [keyOf(call, minute)]);
    const promotional = Math.min(given, call.credits_per_minute);
    const reclaimed = await reversePosting(tx, {
      ownerId: call.caller_account_id,
      key: keyOf(call, minute),
      kind: 'call_reclaim',
      prefix: keyOf(call, minute, ':reclaim'),
      reference: call.id,
      description: `Minute ${minute} of a video call was given back`,
      to: () => escrow,
    });
    const give = (wallet: 'wallet' | 'wallet_promotional', amount: number): Move => ({
      kind: 'call_return',
      ownerId: call.caller_account_id,
      key: keyOf(call, minute, `:return:${wallet}`),
      reference: call.id,
      description: `Returned from a video call, minute ${minute}`,
      amount,
      from: escrow,
      to: accountOf(call.caller_account_id, wallet),
    });
    moves.push(
      ...reclaimed,
      give('wallet_promotional', promotional),
      give('wallet', call.credits_per_minute - promotional),
    );
  }
  return moves.filter(({ amount }) => amount > 0);
}
