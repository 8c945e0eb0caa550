import type { Discovered, PasskeyRequestOptions } from '@vlam/contract/identity-factors';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newToken } from '../../platform/ids.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import { findPasskeyOf } from './factor-store.ts';
import { type IdentityParts, type NewBrowser, refuseSuspended } from './parts.ts';
import type { Ceremonies } from './passkeys.ts';
import * as store from './store.ts';

/** Signing in with a passkey and nothing else: the key is what the person has, its verification what they are or know. */
export interface PasskeyOnly<Entered> {
  /** The challenge, and the token of the cookie that binds it to this browser. Throws `CONFLICT`. */
  begin(): Promise<{ token: string; options: PasskeyRequestOptions }>;
  /** Throws `VERIFICATION_FAILED`, `ACCOUNT_SUSPENDED`. */
  finish(token: string | undefined, assertion: Discovered, browser: NewBrowser): Promise<Entered>;
}

export function createPasskeyOnly<Entered>(
  { config, db, clock }: Pick<IdentityParts, 'config' | 'db' | 'clock'>,
  ceremonies: Ceremonies,
  enter: (db: Db, account: store.AccountRow, browser: NewBrowser) => Promise<Entered>,
): PasskeyOnly<Entered> {
  const subjectOf = (token: string) => `sign in alone ${hashToken(token).toString('base64url')}` as const;
  return {
    async begin() {
      ceremonies.requirePossible();
      const token = newToken();
      return { token, options: await ceremonies.openRequestOptions(subjectOf(token)) };
    },
    async finish(token, assertion, browser) {
      if (!token) throw new AppError('VERIFICATION_FAILED');
      const { accountId, id } = await ceremonies.requireDiscovered(assertion, subjectOf(token));
      return db.transaction().execute(async (tx) => {
        // Under the lock that a removal, a new password and a suspension take too: what is read here holds at the end.
        const account = await store.lockAccount(tx, accountId);
        const passkey = await findPasskeyOf(tx, accountId, id);
        // As with a password: the database may have been a demo's, and an account whose time to come back is over is gone.
        const isErased = !account || (account.erase_at !== null && account.erase_at <= clock.now());
        if (isErased || (account.is_demo && !config.demo) || !passkey || passkey.needs_password)
          throw new AppError('VERIFICATION_FAILED');
        refuseSuspended(account, config.supportEmail);
        return enter(tx, account, browser);
      });
    },
  };
}
