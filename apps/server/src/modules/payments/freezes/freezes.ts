import type { Db } from '../../../platform/database.ts';
import {
  deleteFreeze,
  deleteReviewFreeze,
  listFreezes,
  listReviewFreezes,
  lockMoney,
  putFreeze,
  putReviewFreeze,
} from './freeze-store.ts';

export interface Freeze {
  since: Date;
  holdsSpending: boolean;
  /** Payouts have ended. */
  isFinal: boolean;
}

/** Accounts whose money is held by staff. Members are not notified: FICA section 29(3) forbids to tip them off. */
export interface Freezes {
  /** The freeze of an account; none can begin or end until the transaction does. */
  lockOf(tx: Db, accountId: string): Promise<Freeze | null>;
  /** By account id, without a lock. */
  list(on: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Freeze>>;
  /** Waits for transactions that move the account's money: what is under way is either before the freeze or held. */
  place(tx: Db, accountId: string, freeze: Freeze): Promise<void>;
  lift(tx: Db, accountId: string): Promise<void>;
  /** Holds payouts and spending while a complaint is decided, apart from `place`: each is lifted by its own. */
  placeReview(tx: Db, accountId: string, since: Date): Promise<void>;
  liftReview(tx: Db, accountId: string): Promise<void>;
}

export function createFreezes(): Freezes {
  const list: Freezes['list'] = async (on, accountIds) => {
    const reviews = await listReviewFreezes(on, accountIds);
    const found = new Map<string, Freeze>(
      [...reviews].map(([id, since]) => [id, { since, holdsSpending: true, isFinal: false }]),
    );
    for (const { account_id: id, since, holds_spending, is_final } of await listFreezes(on, accountIds))
      found.set(id, { since, holdsSpending: holds_spending || reviews.has(id), isFinal: is_final });
    return found;
  };
  return {
    list,
    async lockOf(tx, accountId) {
      await lockMoney(tx, accountId, 'shared');
      return (await list(tx, [accountId])).get(accountId) ?? null;
    },
    async place(tx, accountId, { since, holdsSpending, isFinal }) {
      await lockMoney(tx, accountId, 'exclusive');
      await putFreeze(tx, { account_id: accountId, since, holds_spending: holdsSpending, is_final: isFinal });
    },
    async lift(tx, accountId) {
      await lockMoney(tx, accountId, 'exclusive');
      await deleteFreeze(tx, accountId);
    },
    async placeReview(tx, accountId, since) {
      await lockMoney(tx, accountId, 'exclusive');
      await putReviewFreeze(tx, accountId, since);
    },
    async liftReview(tx, accountId) {
      await lockMoney(tx, accountId, 'exclusive');
      await deleteReviewFreeze(tx, accountId);
    },
  };
}
