import type {
  AccountSecurity,
  Assertion,
  NewCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@vlam/contract/identity-factors';
import { maxPasskeys } from '@vlam/contract/identity-factors';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { BudgetClaim } from './budgets.ts';
import { findRequestOf } from './email-change-store.ts';
import { createFactorLinks, mailboxUntil } from './factor-links.ts';
import * as factorStore from './factor-store.ts';
import { type FactorChange, factorMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import { type Ceremonies, createCeremonies } from './passkeys.ts';
import { needsSecondFactor } from './policy.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import * as store from './store.ts';
import { describeSecret, newSecret, stepOf } from './totp.ts';

type Owner = Pick<Viewer, 'accountId' | 'sessionId'>;

/** Second factors of accounts. Callers that change one have checked a proof of the person before. */
export interface Factors {
  ceremonies: Ceremonies;
  /** Ways to take the second step with this account's factors. */
  methodsOf(db: Db, accountId: string): Promise<('code' | 'passkey')[]>;
  /**
   * Requires a code of the authenticator or a recovery code, and uses it up. Wrong ones spend the budget of `subject`.
   * Throws `INVALID_CODE`, `TOO_MANY_REQUESTS`.
   */
  requireCode(accountId: string, code: string, subject: string): Promise<void>;
  /** The same inside a transaction that holds the account's lock and that `spending` began. Throws `INVALID_CODE`. */
  takeCode(tx: Db, accountId: string, code: string): Promise<void>;
  /** Spends the budget of `subject` unless `attempt` succeeds. Throws `TOO_MANY_REQUESTS`; `INVALID_CODE` for null. */
  spending<Result>(subject: string, attempt: () => Promise<Result | null>): Promise<Result>;
  security(owner: Owner): Promise<AccountSecurity>;
  enable(owner: Owner): Promise<{ secret: string; uri: string }>;
  /** Returns recovery codes with the first second factor. Throws `INVALID_CODE`, `CONFLICT`, `TOO_MANY_REQUESTS`. */
  confirm(owner: Owner, code: string): Promise<string[] | null>;
  /** Throws `NOT_FOUND`, and `CONFLICT` for the last factor of staff. */
  disable(owner: Owner): Promise<void>;
  renewRecoveryCodes(owner: Owner): Promise<string[]>;
  passkeyOptions(owner: Owner): Promise<PasskeyCreationOptions>;
  addPasskey(
    owner: Owner,
    passkey: { name: string; credential: NewCredential },
  ): Promise<{ id: string; recoveryCodes: string[] | null }>;
  /** Throws `NOT_FOUND`, and `CONFLICT` for the last factor of staff. */
  removePasskey(owner: Owner, id: string): Promise<void>;
  /** How the person can prove themselves again. */
  stepUpOptions(owner: Owner): Promise<{
    methods: ('password' | 'code' | 'passkey')[];
    passkey: PasskeyRequestOptions | null;
  }>;
  /** Throws what the proof is refused with. */
  requireProof(
    owner: Owner,
    proof: { password?: string | undefined; code?: string | undefined; assertion?: Assertion | undefined },
  ): Promise<void>;
  /** Removes every factor of an account, for an operator whose member has lost them. */
  removeAll(tx: Db, accountId: string): Promise<void>;
}

export function createFactors(
  parts: IdentityParts,
  confirmPassword: (owner: Owner, password: string) => Promise<void>,
): Factors {
  const { config, db, clock, budgets } = parts;
  const secrets = config.keys.sealer('authenticator secrets');
  const recoveryCodes = createRecoveryCodes(config.keys);
  const ceremonies = createCeremonies(parts);
  const links = createFactorLinks(config.keys);
  const addSubject = ({ sessionId }: Owner) => `add ${sessionId}` as const;
  const stepUpSubject = ({ sessionId }: Owner) => `step up ${sessionId}` as const;

  async function getAccount(on: Db, accountId: string): Promise<store.AccountRow> {
    const account = await store.findAccount(on, accountId);
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  }
  async function lock(tx: Db, accountId: string): Promise<store.AccountRow> {
    const account = await store.lockAccount(tx, accountId);
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  }

  async function replaceCodes(tx: Db, accountId: string): Promise<string[]> {
    const codes = recoveryCodes.create();
    await factorStore.deleteRecoveryCodes(tx, accountId);
    const hashes = codes.map((code) => recoveryCodes.hash(accountId, code)).filter((hash) => hash !== null);
    await factorStore.insertRecoveryCodes(tx, accountId, hashes);
    return codes;
  }

  async function notifyOwner(
    tx: Db,
    account: store.AccountRow,
    what: FactorChange,
    link: string | null = null,
  ): Promise<void> {
    if (account.holds_email) await parts.mailer.queue(tx, factorMail(account.email, config, what, link));
    await parts.notify(tx, {
      kind: what === 'removed' ? 'second_factor_removed' : 'second_factor_added',
      to: { accountId: account.id },
      key: `factor:${newId()}`,
    });
  }

  /** After a factor was stored; returns recovery codes when it is the first. */
  async function onAdded(tx: Db, account: store.AccountRow, what: FactorChange): Promise<string[] | null> {
    if (account.second_factor_since) {
      await notifyOwner(tx, account, what);
      return null;
    }
    const now = clock.now();
    await factorStore.setSecondFactorSince(tx, account.id, now);
    // The mailbox alone must not open an account of staff.
    const link = needsSecondFactor(account, config)
      ? null
      : links.tokenFor({ ...account, second_factor_since: now }, now);
    await notifyOwner(tx, account, what, link);
    return replaceCodes(tx, account.id);
  }
  /** After a factor was deleted. */
  async function onRemoved(tx: Db, account: store.AccountRow): Promise<void> {
    await notifyOwner(tx, account, 'removed');
    if (await factorStore.hasFactor(tx, account.id)) return;
    if (needsSecondFactor(account, config))
      throw new AppError('CONFLICT', { message: 'Staff need a second step: add another before you remove this one' });
    await factorStore.setSecondFactorSince(tx, account.id, null);
    await factorStore.deleteRecoveryCodes(tx, account.id);
  }

  const openSecret = (totp: factorStore.TotpRow) => secrets.openBytes(totp.sealed_secret, totp.account_id);

  async function isTaken(on: Db, accountId: string, code: string): Promise<boolean> {
    const recovery = recoveryCodes.hash(accountId, code);
    if (recovery) return factorStore.takeRecoveryCode(on, accountId, recovery);
    const totp = await factorStore.findTotp(on, accountId);
    if (!totp?.confirmed_at) return false;
    const step = stepOf(openSecret(totp), code.replaceAll(' ', ''), clock.now());
    return step !== null && factorStore.useStep(on, accountId, step);
  }
  async function spending<Result>(subject: string, attempt: () => Promise<Result | null>): Promise<Result> {
    const claims: BudgetClaim[] = [['secondFactor', subject]];
    // Before the code is checked, so that concurrent attempts cannot all pass.
    await budgets.require(db, claims, clock.now());
    const result = await attempt();
    if (result === null) throw new AppError('INVALID_CODE');
    await budgets.refund(db, claims);
    return result;
  }

  const factors: Factors = {
    ceremonies,
    async methodsOf(on, accountId) {
      const [totp, passkeys, codes] = [
        await factorStore.findTotp(on, accountId),
        await factorStore.listPasskeys(on, accountId),
        await factorStore.countRecoveryCodes(on, accountId),
      ];
      return [
        ...(totp?.confirmed_at || codes > 0 ? (['code'] as const) : []),
        ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ];
    },
    async requireCode(accountId, code, subject) {
      await spending(subject, () =>
        db.transaction().execute(async (tx) => {
          // A code of an authenticator that is being replaced must not pass as one of the next.
          await lock(tx, accountId);
          return (await isTaken(tx, accountId, code)) || null;
        }),
      );
    },
    async takeCode(tx, accountId, code) {
      if (!(await isTaken(tx, accountId, code))) throw new AppError('INVALID_CODE');
    },
    spending,

    async security({ accountId }) {
      const [account, request, totp, passkeys, recoveryCodesLeft] = await Promise.all([
        getAccount(db, accountId),
        findRequestOf(db, accountId, clock.now()),
        factorStore.findTotp(db, accountId),
        factorStore.listPasskeys(db, accountId),
        factorStore.countRecoveryCodes(db, accountId),
      ]);
      const isRequired = needsSecondFactor(account, config);
      return {
        email: account.email,
        emailVerified: account.email_verified_at !== null,
        newEmail: request?.new_email ?? null,
        hasPassword: account.password_hash !== null,
        passwordChangedAt: account.password_changed_at?.toISOString() ?? null,
        codesSince: totp?.confirmed_at?.toISOString() ?? null,
        recoveryCodesLeft,
        // Staff are mailed no link.
        mailboxUntil: (isRequired ? null : mailboxUntil(account, clock.now()))?.toISOString() ?? null,
        passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
          id,
          name,
          createdAt: created_at.toISOString(),
          lastUsedAt: last_used_at?.toISOString() ?? null,
        })),
        notifiesNewDevice: account.notifies_new_device,
        passkeysPossible: ceremonies.isPossible,
        isRequired,
      };
    },

    async enable({ accountId }) {
      const { email } = await getAccount(db, accountId);
      const secret = newSecret();
      const sealedSecret = secrets.sealBytes(secret, accountId);
      if (!(await factorStore.replaceUnconfirmedTotp(db, { accountId, sealedSecret, now: clock.now() })))
        throw new AppError('CONFLICT', { message: 'Codes of an authenticator are on already' });
      return describeSecret(secret, email);
    },
    async confirm({ accountId, sessionId }, code) {
      const totp = await factorStore.findTotp(db, accountId);
      if (!totp || totp.confirmed_at) throw new AppError('CONFLICT');
      const step = await spending(sessionId, async () =>
        stepOf(openSecret(totp), code.replaceAll(' ', ''), clock.now()),
      );
      return db.transaction().execute(async (tx) => {
        const account = await lock(tx, accountId);
        const { sealed_secret: sealedSecret } = totp;
        if (!(await factorStore.confirmTotp(tx, { accountId, sealedSecret, step, now: clock.now() })))
          throw new AppError('CONFLICT');
        return onAdded(tx, account, 'codes added');
      });
    },
    disable: ({ accountId }) =>
      db.transaction().execute(async (tx) => {
        const account = await lock(tx, accountId);
        if (!(await factorStore.deleteTotp(tx, accountId))) throw new AppError('NOT_FOUND');
        await onRemoved(tx, account);
      }),
    renewRecoveryCodes: ({ accountId }) =>
      db.transaction().execute(async (tx) => {
        const account = await lock(tx, accountId);
        if (!account.second_factor_since)
          throw new AppError('CONFLICT', { message: 'Recovery codes come with a second step' });
        return replaceCodes(tx, accountId);
      }),

    async passkeyOptions(owner) {
      ceremonies.requirePossible();
      const account = await getAccount(db, owner.accountId);
      if ((await factorStore.listPasskeys(db, account.id)).length >= maxPasskeys) throw new AppError('QUOTA_REACHED');
      return ceremonies.creationOptions(account, addSubject(owner));
    },
    async addPasskey(owner, { name, credential }) {
      const verified = await ceremonies.verifyCreation(credential, addSubject(owner));
      return db.transaction().execute(async (tx) => {
        const account = await lock(tx, owner.accountId);
        if ((await factorStore.listPasskeys(tx, account.id)).length >= maxPasskeys) throw new AppError('QUOTA_REACHED');
        const id = newId();
        const isNew = await factorStore.insertPasskey(tx, {
          id,
          account_id: account.id,
          credential_id: verified.credentialId,
          public_key: verified.publicKey,
          counter: BigInt(verified.counter),
          transports: credential.transports,
          name,
          created_at: clock.now(),
        });
        if (!isNew) throw new AppError('CONFLICT', { message: 'This passkey is registered already' });
        return { id, recoveryCodes: await onAdded(tx, account, 'passkey added') };
      });
    },
    removePasskey: ({ accountId }, id) =>
      db.transaction().execute(async (tx) => {
        const account = await lock(tx, accountId);
        if ((await factorStore.deletePasskey(tx, accountId, id)) === null) throw new AppError('NOT_FOUND');
        await onRemoved(tx, account);
      }),

    async stepUpOptions(owner) {
      const account = await getAccount(db, owner.accountId);
      if (!account.second_factor_since)
        return { methods: account.password_hash === null ? [] : ['password'], passkey: null };
      const methods = await factors.methodsOf(db, account.id);
      const passkey = methods.includes('passkey')
        ? await ceremonies.requestOptions(account.id, stepUpSubject(owner))
        : null;
      return { methods, passkey };
    },
    async requireProof(owner, { password, code, assertion }) {
      const given = [password, code, assertion].filter((part) => part !== undefined);
      const { second_factor_since: since } = await getAccount(db, owner.accountId);
      // With a second factor the password proves nothing more than the session does.
      if (given.length !== 1 || (password !== undefined && since !== null))
        throw new AppError('VALIDATION_FAILED', { message: 'Give one proof: a code, a passkey, or a password' });
      if (assertion) await ceremonies.requireAssertion(owner.accountId, assertion, stepUpSubject(owner));
      else if (code !== undefined) await factors.requireCode(owner.accountId, code, owner.sessionId);
      else await confirmPassword(owner, password ?? '');
    },
    async removeAll(tx, accountId) {
      const account = await lock(tx, accountId);
      await factorStore.deleteTotp(tx, accountId);
      for (const { id } of await factorStore.listPasskeys(tx, accountId))
        await factorStore.deletePasskey(tx, accountId, id);
      await factorStore.deleteRecoveryCodes(tx, accountId);
      await factorStore.setSecondFactorSince(tx, accountId, null);
      await notifyOwner(tx, account, 'removed');
    },
  };
  return factors;
}
