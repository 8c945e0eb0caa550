import { AppError } from '../../platform/errors.ts';
import { newToken } from '../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import { closeRequests } from './email-change-store.ts';
import { passwordChangedMail, resetMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import { refuseCommonPassword } from './passwords.ts';
import { endOtherSignIns } from './sign-in-end.ts';
import * as store from './store.ts';

const linkLivesMs = 15 * 60_000;

const sendResetLink = jobKind<{ email: string }>('identity.reset_link');

export interface PasswordReset {
  /**
   * Mails a link to the holder of the address, if there is one. The lookup happens in the job: the call does the same
   * work for every address, so neither its response nor its duration reveals a member.
   */
  requestReset(email: string): Promise<void>;
  /** Sets the password once per link and ends every session. Throws `LINK_EXPIRED`, `VALIDATION_FAILED`. */
  resetPassword(token: string, password: string): Promise<void>;
}

export function createPasswordReset(parts: IdentityParts): PasswordReset & { resetTasks: JobTask[] } {
  const { config, db, clock, jobs, budgets, mailer, passwords } = parts;

  async function mailLink(email: string): Promise<void> {
    const now = clock.now();
    await db.transaction().execute(async (tx) => {
      const holder = await store.findHolder(tx, email);
      if (!holder) return;
      const token = newToken();
      await store.insertReset(tx, {
        tokenHash: hashToken(token),
        accountId: holder.id,
        now,
        expiresAt: new Date(now.getTime() + linkLivesMs),
      });
      await mailer.queue(tx, resetMail(email, config.publicUrl, token));
    });
  }

  return {
    resetTasks: [jobTask(sendResetLink, ({ email }) => mailLink(email))],
    async requestReset(email) {
      await db.transaction().execute(async (tx) => {
        if ((await budgets.spend(tx, ['mailEmail', email], clock.now())) > 0) return;
        await jobs.enqueue(tx, sendResetLink, { email });
      });
    },
    async resetPassword(token, password) {
      refuseCommonPassword(password);
      const now = clock.now();
      const tokenHash = hashToken(token);
      const account = await store.findReset(db, tokenHash, now);
      if (!account) throw new AppError('LINK_EXPIRED');
      const passwordHash = await passwords.hash(account.email, password);
      await db.transaction().execute(async (tx) => {
        // Locked first, as every change of address or password does.
        await store.lockAccount(tx, account.id);
        if (!(await store.consumeReset(tx, tokenHash, account.id, now))) throw new AppError('LINK_EXPIRED');
        await store.setPassword(tx, account.id, passwordHash, now);
        // Its request holds the old password.
        await closeRequests(tx, account.id, now);
        await endOtherSignIns(tx, { accountId: account.id, now });
        // Until now a stranger could have created this account under the address, so remove its external sign-ins.
        if (!account.email_verified_at) await store.deleteExternalIdentities(tx, account.id);
        await mailer.queue(tx, passwordChangedMail(account.email, config.publicUrl, 'everywhere'));
        const key = `password:${tokenHash.toString('base64url')}`;
        await parts.notify(tx, { kind: 'password_changed', to: { accountId: account.id }, key });
      });
    },
  };
}
