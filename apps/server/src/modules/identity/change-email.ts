import { newEmailLinkHours, takeBackDays } from '@vlam/contract/identity-account';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId, newToken } from '../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import * as changes from './email-change-store.ts';
import { addressTakenMail, emailChangedMail, newAddressMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import type { StartedSession } from './sessions.ts';
import { endOtherSignIns } from './sign-in-end.ts';
import * as store from './store.ts';

type Owner = Pick<Viewer, 'accountId' | 'sessionId'>;

const mailNewAddress = jobKind<{ id: string }>('identity.new_address');

export interface ChangeEmail {
  /**
   * Records the wish for another address and mails a link there. Who has that address is only looked up in the job: the
   * call does the same work for every address. Throws `INVALID_CREDENTIALS`, `VALIDATION_FAILED`, `TOO_MANY_REQUESTS`.
   */
  changeEmail(owner: Owner, body: { email: string; password?: string | undefined }): Promise<void>;
  /**
   * Uses the new address, once per link and only in a session of the account that asked, so that no one's mailbox is tied
   * to a stranger's account. The session goes on under a new token, all others end. Throws `LINK_EXPIRED`, `CONFLICT`.
   */
  confirmNewEmail(owner: Owner, token: string): Promise<{ email: string; session: StartedSession }>;
}

export function createChangeEmail(
  parts: IdentityParts,
  confirmPassword: ConfirmPassword,
): ChangeEmail & { emailTasks: JobTask[] } {
  const { config, db, clock, jobs, budgets, mailer, passwords, sessions } = parts;

  async function mailLink(id: string): Promise<void> {
    const now = clock.now();
    await db.transaction().execute(async (tx) => {
      const request = await changes.findRequest(tx, id, now);
      if (!request || (await budgets.spend(tx, ['mailEmail', request.new_email], now)) > 0) return;
      const owner = await changes.findOwner(tx, request.new_email, now);
      if (owner && owner.id !== request.account_id)
        return mailer.queue(tx, addressTakenMail(request.new_email, config.publicUrl));
      const token = newToken();
      await changes.setRequestToken(tx, id, hashToken(token));
      return mailer.queue(tx, newAddressMail(request.new_email, config.publicUrl, token));
    });
  }

  /** Mails the address that is left a link that takes the change back; null where it belongs to another account. */
  async function offerUndo(tx: Db, account: store.AccountRow, now: Date) {
    if (!account.holds_email) return null;
    const token = newToken();
    await mailer.queue(tx, emailChangedMail(account.email, config.publicUrl, token));
    return { hash: hashToken(token), until: new Date(now.getTime() + takeBackDays * 86_400_000) };
  }

  return {
    emailTasks: [jobTask(mailNewAddress, ({ id }) => mailLink(id))],

    async changeEmail(owner, { email, password }) {
      const known = await store.findAccount(db, owner.accountId);
      if (!known) throw new AppError('NOT_FOUND');
      if (known.password_hash !== null) await confirmPassword(owner, password ?? '');
      const passwordHash = known.password_hash === null ? null : await passwords.hash(email, password ?? '');
      const now = clock.now();
      const id = newId();
      await db.transaction().execute(async (tx) => {
        const account = await store.lockAccount(tx, owner.accountId);
        // A password changed since it was checked must not be replaced by this one.
        if (account?.password_hash !== known.password_hash || account.email !== known.email)
          throw new AppError('INVALID_CREDENTIALS');
        await budgets.require(tx, [['changeEmail', account.id]], now);
        const expiresAt = new Date(now.getTime() + newEmailLinkHours * 3_600_000);
        const [oldEmail, newEmail] = [account.email, email];
        await changes.insertEmailChange(tx, {
          ...{ id, accountId: account.id, oldEmail, newEmail, passwordHash, now, expiresAt },
        });
        await jobs.enqueue(tx, mailNewAddress, { id });
      });
    },

    async confirmNewEmail({ accountId, sessionId }, token) {
      const now = clock.now();
      const tokenHash = hashToken(token);
      const asked = await changes.findRequestByToken(db, accountId, tokenHash, now);
      if (!asked) throw new AppError('LINK_EXPIRED');
      return db.transaction().execute(async (tx) => {
        // In one order, so that two accounts that exchange their addresses wait for one another.
        for (const email of [...new Set([asked.old_email, asked.new_email])].sort()) await store.lockEmail(tx, email);
        const account = await store.lockAccount(tx, accountId);
        const request = await changes.findRequestByToken(tx, accountId, tokenHash, now);
        if (!account || !request || account.email !== request.old_email) throw new AppError('LINK_EXPIRED');
        const { new_email: email, password_hash: passwordHash } = request;
        const owner = await changes.findOwner(tx, email, now);
        if (owner && owner.id !== accountId)
          throw new AppError('CONFLICT', { message: 'This address has another account by now' });
        const undo = email === account.email ? null : await offerUndo(tx, account, now);
        await changes.confirmRequest(tx, request.id, { now, undo });
        await changes.setEmail(tx, accountId, { email, passwordHash, now });
        await parts.onEmailChanged(tx, accountId);
        if (!account.email_verified_at) await parts.onEmailConfirmed(tx, accountId);
        await endOtherSignIns(tx, { accountId, exceptSessionId: sessionId, now });
        const key = `email:${request.id}`;
        await parts.notify(tx, { kind: 'email_changed', to: { accountId }, key });
        return { email, session: await sessions.renew(tx, sessionId) };
      });
    },
  };
}
