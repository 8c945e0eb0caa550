import type { Db } from '../../platform/database.ts';
import { type Move, type Posting, purchasePosting, returnPurchase } from '../credits/service.ts';
import type { CallRow } from './store.ts';

type Paid = Pick<CallRow, 'id' | 'caller_account_id' | 'partner_id' | 'credits_per_minute'>;

// A minute has a key of its own, so it is posted once whichever process charges it.
const keyOf = (call: Paid, minute: number): string => `call:${call.id}:${minute}`;

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

/** Returns these minutes to the caller, in the kinds of credits that paid them. */
export async function returnMinutes(tx: Db, call: Paid, minutes: readonly number[]): Promise<Move[]> {
  const moves: Move[] = [];
  for (const minute of minutes)
    moves.push(
      ...(await returnPurchase(tx, {
        payerId: call.caller_account_id,
        key: keyOf(call, minute),
        price: call.credits_per_minute,
        reference: call.id,
        escrowOwner: call.id,
        kinds: { reclaim: 'call_reclaim', giveBack: 'call_return' },
        descriptions: {
          reclaim: `Minute ${minute} of a video call was given back`,
          giveBack: `Returned from a video call, minute ${minute}`,
        },
      })),
    );
  return moves;
}
