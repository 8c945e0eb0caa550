import type { Db } from '../../../platform/database.ts';
import { deleteFreeze, listFreezes, lockMoney, putFreeze } from './freeze-store.ts';

export interface Freeze {
  since: Date;
  holdsSpending: boolean;
  /** Payouts have ended. */
  isFinal: boolean;
}

/** Accounts whose money is held by staff. Members are not told: FICA section 29(3) forbids to tip them off. */
export interface Freezes {
  /** The freeze of an account; none can begin or end until the transaction does. */
  lockOf(tx: Db, accountId: string): Promise<Freeze | null>;
  /** By account id, without a lock. */
  list(on: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Freeze>>;
  /** Waits for transactions that move the account's money: what is under way is either before the freeze or held. */
  place(tx: Db, accountId: string, freeze: Freeze): Promise<void>;
  lift(tx: Db, accountId: string): Promise<void>;
}

export function createFreezes(): Freezes {
  const list: Freezes['list'] = async (on, accountIds) =>
    new Map(
      (await listFreezes(on, accountIds)).map(({ account_id: id, since, holds_spending, is_final }) => [
        id,
        { since, holdsSpending: holds_spending, isFinal: is_final },
      ]),
    );
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
  };
}
