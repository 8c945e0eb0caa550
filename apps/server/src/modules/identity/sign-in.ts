import type { loginBody, registerBody } from '@vlam/contract/identity';
import type * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type BudgetClaim, networkOf } from './budgets.ts';
import { alreadyMemberMail, welcomeMail } from './mails.ts';
import { requireNames } from './names.ts';
import { type IdentityParts, type NewBrowser, refuseSuspended, requireOpenSignUps, type SignedIn } from './parts.ts';
import { refuseCommonPassword } from './passwords.ts';
import type { LeavingSignIn, PendingSignIn, SecondStep } from './second-step.ts';
import * as store from './store.ts';
import { isTestAccount } from './test-accounts.ts';

export interface SignIn {
  /** Creates an account and signs it in. Throws `VALIDATION_FAILED`, `TOO_MANY_REQUESTS`, `UNAVAILABLE` while closed. */
  register(body: z.output<typeof registerBody>, browser: NewBrowser): Promise<SignedIn>;
  /**
   * Signs in, or begins to where the account has a second factor; offers the way back to one that is being deleted. Throws `INVALID_CREDENTIALS`, `ACCOUNT_SUSPENDED`,
   * `TOO_MANY_REQUESTS`.
   */
  login(body: z.output<typeof loginBody>, browser: NewBrowser): Promise<SignedIn | PendingSignIn | LeavingSignIn>;
  /** The suspended account of this address and password. Throws as `login`, and `CONFLICT` unless it is suspended. */
  verifySuspended(body: z.output<typeof loginBody>, browser: NewBrowser): Promise<string>;
  /** As `login`, for the three labelled accounts; throws `NOT_FOUND` outside demo, `CONFLICT` with a second factor. */
  testLogin(body: z.output<typeof loginBody>, browser: NewBrowser): Promise<SignedIn>;
}

export function createSignIn(parts: IdentityParts, { admit }: Pick<SecondStep, 'admit'>): SignIn {
  const { config, db, clock, passwords, budgets, knownDevices, mailer } = parts;

  /**
   * Known and unknown addresses take the same path and get the same kind of account. Only the holder of an address is
   * ever sent mail, so a second account under it is worth no more than one under an invented address.
   */
  const register: SignIn['register'] = async (body, browser) => {
    await requireOpenSignUps(parts);
    refuseCommonPassword(body.password);
    const { email } = body;
    const names = requireNames(body);
    const passwordHash = await passwords.hash(email, body.password);
    const now = clock.now();
    return db.transaction().execute(async (tx) => {
      await store.lockEmail(tx, email);
      await budgets.require(tx, [['registerEmail', email]], now);
      const account = await store.insertAccount(tx, {
        id: newId(),
        email,
        emailVerifiedAt: null,
        passwordHash,
        ...names,
        role: 'user',
        ageVerifiedAt: null,
        isDemo: false,
        now,
      });
      if (browser.language) await store.setLanguage(tx, account.id, browser.language);
      if (body.consents) await parts.onSignUpConsents(tx, account.id, body.consents);
      const mail = account.holds_email
        ? welcomeMail(email, config.publicUrl, parts.confirmLinks.tokenFor(account, now))
        : alreadyMemberMail(email, config.publicUrl);
      if ((await budgets.spend(tx, ['mailEmail', email], now)) === 0) await mailer.queue(tx, mail);
      return parts.startSession(tx, account, browser);
    });
  };

  /** The account, of these, that the password opens. Takes as long when the list is empty. */
  async function findMatching(email: string, password: string, among: readonly store.AccountRow[]) {
    const stored = among.map((account) => account.password_hash);
    return among[await passwords.match(email, password, stored)];
  }

  /** The account of the address and password, suspended or not. Throws `INVALID_CREDENTIALS`, `TOO_MANY_REQUESTS`. */
  async function verify({ email, password }: z.output<typeof loginBody>, browser: NewBrowser) {
    const now = clock.now();
    // The database may have been a demo's; the passwords of its accounts are public.
    const candidates = (await store.listByEmail(db, email)).filter((account) => config.demo || !account.is_demo);
    const stranger: BudgetClaim[] = [
      ['signInNetwork', networkOf(browser.address)],
      ['signInAccount', email],
      ['signInEverywhere', ''],
    ];
    // Budgets are spent before the password is checked, so that concurrent attempts cannot all pass.
    async function attemptAsStranger(among: readonly store.AccountRow[]) {
      await budgets.require(db, stranger, now);
      const account = await findMatching(email, password, among);
      if (account) await budgets.refund(db, stranger);
      return account;
    }
    async function asKnownDevice(known: store.AccountRow, device: string) {
      const claims: BudgetClaim[] = [['signInDevice', device]];
      await budgets.require(db, claims, now);
      const account = await findMatching(email, password, [known]);
      if (account) await budgets.refund(db, claims);
      // The device is known to one account only: to any other under the same address it is a stranger.
      const others = candidates.filter(({ id }) => id !== known.id);
      return account ?? attemptAsStranger(others).catch(unlessTooMany);
    }
    const devices = candidates.map(({ id }) => knownDevices.recognise(browser.deviceCookie, id));
    const index = devices.findIndex((device) => device !== null);
    const [known, device] = [candidates[index], devices[index]];
    const account = await (known && device ? asKnownDevice(known, device) : attemptAsStranger(candidates));
    if (!account) throw new AppError('INVALID_CREDENTIALS');
    return account;
  }

  const login: SignIn['login'] = async (body, browser) => {
    const account = await verify(body, browser);
    refuseSuspended(account, config.supportEmail);
    return db.transaction().execute((tx) => admit(tx, account, browser));
  };

  return {
    register,
    login,
    async verifySuspended(body, browser) {
      const account = await verify(body, browser);
      if (!account.suspended_at) throw new AppError('CONFLICT', { message: 'This account is not suspended' });
      return account.id;
    },
    async testLogin(body, browser) {
      if (!config.demo) throw new AppError('NOT_FOUND');
      if (!isTestAccount(body.email)) throw new AppError('INVALID_CREDENTIALS');
      const entered = await login(body, browser);
      if ('pendingToken' in entered)
        throw new AppError('CONFLICT', { message: 'This account asks for a second step. Sign in on the sign-in page' });
      if ('leavingNote' in entered)
        throw new AppError('CONFLICT', {
          message: 'This account is being deleted. Sign in on the sign-in page to keep it',
        });
      return entered;
    },
  };
}

function unlessTooMany(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
  return undefined;
}
