import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { BudgetClaim } from './budgets.ts';
import type { IdentityParts } from './parts.ts';
import * as store from './store.ts';

/**
 * Requires the password of a session's account, before operations a thief of the session must not perform. Wrong
 * attempts spend the session's own budget: sign-in attempts of strangers cannot use it up. Throws
 * `INVALID_CREDENTIALS`, `TOO_MANY_REQUESTS`.
 */
export type ConfirmPassword = (viewer: Pick<Viewer, 'accountId' | 'sessionId'>, password: string) => Promise<void>;

export function createConfirmPassword({ db, clock, passwords, budgets }: IdentityParts): ConfirmPassword {
  return async ({ accountId, sessionId }, password) => {
    const account = await store.findAccount(db, accountId);
    if (!account) throw new AppError('NOT_FOUND');
    const claims: BudgetClaim[] = [['confirmPassword', sessionId]];
    await budgets.require(db, claims, clock.now());
    if ((await passwords.match(account.email, password, [account.password_hash])) < 0)
      throw new AppError('INVALID_CREDENTIALS');
    await budgets.refund(db, claims);
  };
}
