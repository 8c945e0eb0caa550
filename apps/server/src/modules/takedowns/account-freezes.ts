import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { IdentityService } from '../identity/service.ts';
import type { PaymentsService } from '../payments/service.ts';
import * as store from './freeze-store.ts';

export interface AccountFreezes {
  /** Freezes these accounts and their money. Returns how many were not frozen by the case yet. */
  freeze(tx: Db, caseId: string, accountIds: readonly string[]): Promise<number>;
  /** Gives back what the case froze, but nothing that another case freezes. Returns how many accounts. */
  release(tx: Db, caseId: string): Promise<number>;
  /** The complaint was upheld: the accounts stay suspended, and their money goes to a risk case. */
  keep(tx: Db, row: { id: string; number: string }, by: { accountId: string }): Promise<void>;
}

export interface AccountFreezeDependencies {
  clock: Clock;
  identity: Pick<IdentityService, 'lockAccount' | 'suspend' | 'unsuspend'>;
  payments: Pick<PaymentsService, 'freezes'>;
  /** Opens or freezes the risk case of an account, for who decides about money. */
  freezeRiskCase(tx: Db, by: { accountId: string }, accountId: string, reason: string): Promise<void>;
}

/** What the member reads when they sign in. It names no file and no complaint: evidence must not be warned of. */
const reviewReason = 'We are checking something about this account';

/** Accounts whose file a case of class `minor` found: suspended and their money held until a person decides. */
export function createAccountFreezes({
  clock,
  identity,
  payments: { freezes },
  freezeRiskCase,
}: AccountFreezeDependencies): AccountFreezes {
  return {
    async freeze(tx, caseId, accountIds) {
      const now = clock.now();
      let frozen = 0;
      for (const accountId of [...new Set(accountIds)].sort()) {
        const account = await identity.lockAccount(tx, accountId);
        // A complaint needs no account: it must not be able to close the desk that decides it.
        const isStaff = account.role === 'moderator' || account.role === 'admin';
        const suspended = !isStaff && account.suspendedAt === null;
        if (!(await store.insertFreeze(tx, { case_id: caseId, account_id: accountId, suspended, frozen_at: now })))
          continue;
        frozen += 1;
        await freezes.placeReview(tx, accountId, now);
        if (suspended) await identity.suspend(tx, accountId, reviewReason);
      }
      return frozen;
    },
    async release(tx, caseId) {
      const rows = await store.deleteFreezes(tx, caseId);
      for (const { account_id: accountId, suspended } of rows) {
        const account = await identity.lockAccount(tx, accountId);
        const [other] = await store.listOfAccount(tx, accountId);
        if (other) {
          // The other case found it suspended by this one, and ends that with its own.
          if (suspended) await store.setSuspended(tx, other.case_id, accountId);
          continue;
        }
        await freezes.liftReview(tx, accountId);
        // A suspension by staff during the freeze stays.
        if (suspended && account.suspendedReason === reviewReason) await identity.unsuspend(tx, accountId);
      }
      return rows.length;
    },
    async keep(tx, { id, number }, by) {
      for (const { account_id: accountId } of await store.deleteFreezes(tx, id)) {
        await freezeRiskCase(
          tx,
          by,
          accountId,
          `The complaint ${number} was upheld. Look at the account and its payouts`,
        );
        const [other] = await store.listOfAccount(tx, accountId);
        if (!other) await freezes.liftReview(tx, accountId);
      }
    },
  };
}
