import type { AccountConsent, signUpConsents } from '@vlam/contract/account-consents';
import {
  type AccountConsentKind,
  accountConsentKinds,
  accountConsentWordings,
  currentWordingOf,
} from '@vlam/contract/rules/account-consents';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import * as store from './account-consent-store.ts';

export interface AccountConsents {
  list(accountId: string): Promise<AccountConsent[]>;
  /** Records a yes to a wording; a repeat of the same wording keeps the first time. Throws `VALIDATION_FAILED`. */
  give(accountId: string, kind: AccountConsentKind, number: number): Promise<AccountConsent[]>;
  /** Records what was agreed to while signing up, in the transaction that makes the account. */
  recordSignUp(tx: Db, accountId: string, given: z.output<typeof signUpConsents>): Promise<void>;
  /** Ends a yes and deletes what was kept by it. Throws `CONFLICT` for the terms: deleting the account takes them back. */
  withdraw(accountId: string, kind: AccountConsentKind): Promise<AccountConsent[]>;
  hasTerms(on: Db, accountId: string): Promise<boolean>;
  /**
   * Throws `CONSENT_REQUIRED` unless what a member says of their sex life may be kept. Call it in the transaction that
   * keeps it, before a row of the member is locked: taking the yes back locks in this order.
   */
  requireSpecial(tx: Db, accountId: string): Promise<void>;
  /** As `requireSpecial`, for the member's orientation. */
  requireOrientation(tx: Db, accountId: string): Promise<void>;
}

/** Kinds that end without the account. */
export type WithdrawableConsent = Exclude<AccountConsentKind, 'terms'>;

export interface AccountConsentsDependencies {
  db: Db;
  clock: Clock;
  /** Deletes what an account's consent of this kind was for, in the transaction that ends it. */
  onWithdrawn(tx: Db, accountId: string, kind: WithdrawableConsent): Promise<void>;
}

export function createAccountConsents({ db, clock, onWithdrawn }: AccountConsentsDependencies): AccountConsents {
  async function list(accountId: string): Promise<AccountConsent[]> {
    const latest = new Map((await store.listLatest(db, accountId)).map((row) => [row.kind, row]));
    return accountConsentKinds.map((kind) => {
      const row = latest.get(kind);
      const currentNumber = currentWordingOf(kind);
      const isCurrent = row?.wording === currentNumber;
      return {
        kind,
        state: !row ? 'none' : row.withdrawn_at ? 'withdrawn' : isCurrent ? 'given' : 'old',
        number: row?.wording ?? null,
        givenAt: row?.given_at.toISOString() ?? null,
        withdrawnAt: row?.withdrawn_at?.toISOString() ?? null,
        currentNumber,
      };
    });
  }

  async function record(tx: Db, accountId: string, kind: AccountConsentKind, wording: number): Promise<void> {
    const at = clock.now();
    await store.closeOpen(tx, accountId, kind, { at, exceptWording: wording });
    await store.insertOpen(tx, { accountId, kind, wording, at });
  }

  async function requireOpen(tx: Db, accountId: string, kind: AccountConsentKind): Promise<void> {
    if (!(await store.lockOpen(tx, accountId, kind))) throw new AppError('CONSENT_REQUIRED');
  }

  return {
    list,
    async give(accountId, kind, number) {
      if (number > accountConsentWordings[kind].length) throw new AppError('VALIDATION_FAILED');
      await db.transaction().execute((tx) => record(tx, accountId, kind, number));
      return list(accountId);
    },
    async recordSignUp(tx, accountId, { terms, special }) {
      await record(tx, accountId, 'terms', terms);
      if (special !== undefined) await record(tx, accountId, 'special', special);
    },
    async withdraw(accountId, kind) {
      if (kind === 'terms')
        throw new AppError('CONFLICT', {
          message: 'Without the terms there is no account. Delete it under "Your data" to take them back',
        });
      await db.transaction().execute(async (tx) => {
        await store.closeOpen(tx, accountId, kind, { at: clock.now() });
        // Also without an open yes: an account may hold such information from before it was asked.
        await onWithdrawn(tx, accountId, kind);
      });
      return list(accountId);
    },
    hasTerms: (on, accountId) => store.hasOpen(on, accountId, 'terms'),
    requireSpecial: (tx, accountId) => requireOpen(tx, accountId, 'special'),
    requireOrientation: (tx, accountId) => requireOpen(tx, accountId, 'orientation'),
  };
}
