import type { loginBody, registerBody } from '@vlam/contract/identity';
import type * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type BudgetClaim, networkOf } from './budgets.ts';
import { alreadyMemberMail, welcomeMail } from './mails.ts';
import { type IdentityParts, type NewBrowser, refuseSuspended, type SignedIn } from './parts.ts';
import { refuseCommonPassword } from './passwords.ts';
import * as store from './store.ts';
import { isTestAccount } from './test-accounts.ts';

export interface SignIn {
  /** Creates an account and signs it in. Throws `VALIDATION_FAILED`, `TOO_MANY_REQUESTS`. */
  register(body: z.output<typeof registerBody>, browser: NewBrowser): Promise<SignedIn>;
  /** Throws `INVALID_CREDENTIALS`, `ACCOUNT_SUSPENDED`, `TOO_MANY_REQUESTS`. */
  login(body: z.output<typeof loginBody>, browser: NewBrowser): Promise<SignedIn>;
  /** As `login`, for the three labelled accounts; throws `NOT_FOUND` outside demo. */
  testLogin(body: z.output<typeof loginBody>, browser: NewBrowser): Promise<SignedIn>;
}

export function createSignIn(parts: IdentityParts): SignIn {
  const { config, db, clock, passwords, budgets, knownDevices, mailer } = parts;

  /**
   * Known and unknown addresses take the same path and get the same kind of account. Only the holder of an address
   * is ever sent anything there, so a second account under it is worth no more than one under an invented address.
   */
  const register: SignIn['register'] = async (body, browser) => {
    refuseCommonPassword(body.password);
    const { email } = body;
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
        firstName: body.firstName,
        lastName: body.lastName,
        role: 'user',
        ageVerifiedAt: null,
        isDemo: false,
        now,
      });
      const mail = account.holds_email ? welcomeMail : alreadyMemberMail;
      if ((await budgets.take(tx, ['mailEmail', email], now)) === 0)
        await mailer.queue(tx, mail(email, config.publicUrl));
      return parts.enter(tx, account, browser);
    });
  };

  const login: SignIn['login'] = async ({ email, password }, browser) => {
    const now = clock.now();
    const device = knownDevices.recognise(browser.deviceCookie, email);
    const claims: BudgetClaim[] = device
      ? [['signInDevice', device]]
      : [
          ['signInNetwork', networkOf(browser.address)],
          ['signInAccount', email],
          ['signInEverywhere', ''],
        ];
    // Taken before the password is looked at, so that tries in parallel cannot all slip through.
    await budgets.require(db, claims, now);
    const candidates = await store.listByEmail(db, email);
    const match = await passwords.match(
      email,
      password,
      candidates.map((candidate) => candidate.password_hash),
    );
    const account = candidates[match];
    if (!account) throw new AppError('INVALID_CREDENTIALS');
    await budgets.giveBack(db, claims);
    refuseSuspended(account, config.supportEmail);
    return db.transaction().execute(async (tx) => {
      await store.setLastLogin(tx, account.id, now);
      return parts.enter(tx, account, browser);
    });
  };

  return {
    register,
    login,
    async testLogin(body, browser) {
      if (!config.demo) throw new AppError('NOT_FOUND');
      if (!isTestAccount(body.email)) throw new AppError('INVALID_CREDENTIALS');
      return login(body, browser);
    },
  };
}
