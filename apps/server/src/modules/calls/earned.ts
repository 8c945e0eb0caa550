import type { Earned } from '@vlam/contract/schemas';
import type { Database } from '../../platform/database.ts';
import type { CreditsService, SaleShares } from '../credits/service.ts';
import type { CallRow } from './store.ts';
import { listTipsAndGifts, type TipOrGiftRow } from './tips-and-gifts-store.ts';

/** Tips and gifts in a call, and the shares of all that was paid in it, as the ledger posted them. */
export async function earnedIn(
  { database, credits }: { database: Database; credits: Pick<CreditsService, 'sharesOf'> },
  { id, caller_account_id: ownerId }: Pick<CallRow, 'id' | 'caller_account_id'>,
): Promise<{ tipsAndGifts: TipOrGiftRow[]; given: number; shares: SaleShares }> {
  const tipsAndGifts = await listTipsAndGifts(database.db, [id]);
  const posted = await Promise.all([
    credits.sharesOf('call', [{ ownerId, reference: id }]),
    credits.sharesOf(
      'tipOrGift',
      tipsAndGifts.map(({ reference }) => ({ ownerId, reference })),
    ),
  ]);
  const all = posted.flatMap((each) => [...each.values()]);
  const sum = (part: keyof SaleShares) => all.reduce((total, shares) => total + shares[part], 0);
  return {
    tipsAndGifts,
    given: tipsAndGifts.reduce((total, { credits: each }) => total + each, 0),
    shares: { creator: sum('creator'), held: sum('held'), platform: sum('platform') },
  };
}

/** What the creator has of all that was paid in each of these calls, by its id, as the ledger posted it. */
export async function earnedInAll(
  { database, credits }: { database: Database; credits: Pick<CreditsService, 'sharesOf'> },
  calls: readonly Pick<CallRow, 'id' | 'caller_account_id'>[],
): Promise<ReadonlyMap<string, Earned>> {
  if (calls.length === 0) return new Map();
  const payerOf = new Map(calls.map(({ id, caller_account_id: ownerId }) => [id, ownerId]));
  const tipsAndGifts = await listTipsAndGifts(database.db, [...payerOf.keys()]);
  const [minutes, given] = await Promise.all([
    credits.sharesOf(
      'call',
      calls.map(({ id, caller_account_id: ownerId }) => ({ ownerId, reference: id })),
    ),
    credits.sharesOf(
      'tipOrGift',
      tipsAndGifts.map(({ reference, call_id: id }) => ({ ownerId: payerOf.get(id) ?? '', reference })),
    ),
  ]);
  const sum = (id: string, part: 'creator' | 'held') =>
    tipsAndGifts.reduce(
      (total, each) => total + (each.call_id === id ? (given.get(each.reference)?.[part] ?? 0) : 0),
      minutes.get(id)?.[part] ?? 0,
    );
  return new Map(calls.map(({ id }) => [id, { credits: sum(id, 'creator'), held: sum(id, 'held') }]));
}
