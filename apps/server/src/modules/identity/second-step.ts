import type { Assertion, PasskeyRequestOptions } from '@vlam/contract/identity-factors';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newToken } from '../../platform/ids.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import * as factorStore from './factor-store.ts';
import type { Factors } from './factors.ts';
import type { LeavingNotes } from './leaving-note.ts';
import { type IdentityParts, type NewBrowser, refuseSuspended, type SignedIn } from './parts.ts';
import { createPasskeyOnly, type PasskeyOnly } from './passkey-only.ts';
import * as store from './store.ts';

export const pendingCookieSeconds = 600;

/** A sign-in whose second step is missing. Its cookie opens that step and nothing else. */
export interface PendingSignIn {
  pendingToken: string;
  methods: SecondStepMethod[];
}
type SecondStepMethod = 'code' | 'passkey';

/** A complete sign-in to an account that is being deleted. Its cookie opens the way back and nothing else. */
export interface LeavingSignIn {
  leavingNote: string;
  eraseAt: Date;
}

export interface SecondStep {
  /** Signs the account in, or asks for its second factor, or offers to come back to an account that is being deleted. */
  admit(db: Db, account: store.AccountRow, browser: NewBrowser): Promise<SignedIn | PendingSignIn | LeavingSignIn>;
  /** Signing in by a passkey alone, which takes both steps at once. */
  passkeyOnly: PasskeyOnly<SignedIn | LeavingSignIn>;
  /** Signs in an account whose person is proven. */
  start(db: Db, account: store.AccountRow, browser: NewBrowser): Promise<SignedIn>;
  /** What the browser with this cookie is asked for; null without a sign-in that waits. */
  pendingMethods(token: string | undefined): Promise<SecondStepMethod[] | null>;
  /** Throws `INVALID_CODE`, `SIGN_IN_EXPIRED`, `ACCOUNT_SUSPENDED`, `TOO_MANY_REQUESTS`. */
  finishWithCode(token: string | undefined, code: string, browser: NewBrowser): Promise<SignedIn | LeavingSignIn>;
  /** Throws `SIGN_IN_EXPIRED`. */
  passkeySignInOptions(token: string | undefined): Promise<PasskeyRequestOptions>;
  /** Throws `VERIFICATION_FAILED`, `SIGN_IN_EXPIRED`, `ACCOUNT_SUSPENDED`. */
  finishWithPasskey(
    token: string | undefined,
    assertion: Assertion,
    browser: NewBrowser,
  ): Promise<SignedIn | LeavingSignIn>;
}

export function createSecondStep(
  parts: IdentityParts & { leavingNotes: Pick<LeavingNotes, 'write'> },
  factors: Factors,
): SecondStep {
  const { config, db, clock, knownDevices, leavingNotes } = parts;

  async function start(on: Db, account: store.AccountRow, browser: NewBrowser): Promise<SignedIn> {
    await store.setLastLogin(on, account.id, clock.now());
    return parts.startSession(on, account, browser);
  }
  async function enter(on: Db, account: store.AccountRow, browser: NewBrowser): Promise<SignedIn | LeavingSignIn> {
    if (!account.erase_at) return start(on, account, browser);
    if (account.erase_at <= clock.now()) throw new AppError('INVALID_CREDENTIALS');
    return { leavingNote: leavingNotes.write(account), eraseAt: account.erase_at };
  }

  async function findPending(token: string | undefined): Promise<store.AccountRow | undefined> {
    const accountId = token && (await factorStore.findPendingSignIn(db, hashToken(token), clock.now()));
    return accountId ? store.findAccount(db, accountId) : undefined;
  }
  async function requirePending(token: string | undefined): Promise<{ token: string; account: store.AccountRow }> {
    const account = await findPending(token);
    if (!token || !account) throw new AppError('SIGN_IN_EXPIRED');
    refuseSuspended(account, config.supportEmail);
    return { token, account };
  }

  const finish = (token: string, accountId: string, browser: NewBrowser, prove: (tx: Db) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      // Under the lock that a removal, a new password and a suspension take too: what is read here holds at the end.
      const account = await store.lockAccount(tx, accountId);
      if (!account || !(await factorStore.takePendingSignIn(tx, hashToken(token))))
        throw new AppError('SIGN_IN_EXPIRED');
      refuseSuspended(account, config.supportEmail);
      await prove(tx);
      return enter(tx, account, browser);
    });
  const subjectOf = (token: string) => `sign in ${hashToken(token).toString('base64url')}` as const;

  return {
    start,
    passkeyOnly: createPasskeyOnly(parts, factors.ceremonies, enter),
    async admit(on, account, browser) {
      if (!account.second_factor_since) return enter(on, account, browser);
      const pendingToken = newToken();
      await factorStore.insertPendingSignIn(on, {
        tokenHash: hashToken(pendingToken),
        accountId: account.id,
        expiresAt: new Date(clock.now().getTime() + pendingCookieSeconds * 1000),
      });
      return { pendingToken, methods: await factors.methodsOf(on, account.id) };
    },
    async pendingMethods(token) {
      const account = await findPending(token);
      return account ? factors.methodsOf(db, account.id) : null;
    },
    async finishWithCode(token, code, browser) {
      const pending = await requirePending(token);
      // A stranger who knows the password must not use up the attempts of the owner's own device.
      const device = knownDevices.recognise(browser.deviceCookie, pending.account.id);
      const { id } = pending.account;
      return factors.spending(device ?? id, () =>
        finish(pending.token, id, browser, (tx) => factors.takeCode(tx, id, code)),
      );
    },
    async passkeySignInOptions(token) {
      const pending = await requirePending(token);
      return factors.ceremonies.requestOptions(pending.account.id, subjectOf(pending.token));
    },
    async finishWithPasskey(token, assertion, browser) {
      const pending = await requirePending(token);
      await factors.ceremonies.requireAssertion(pending.account.id, assertion, subjectOf(pending.token));
      const { id } = pending.account;
      const credentialId = Buffer.from(assertion.id, 'base64url');
      return finish(pending.token, id, browser, async (tx) => {
        const passkey = await factorStore.findPasskey(tx, credentialId);
        if (passkey?.account_id !== id) throw new AppError('VERIFICATION_FAILED');
        await factorStore.trustAlone(tx, id, credentialId);
      });
    },
  };
}
