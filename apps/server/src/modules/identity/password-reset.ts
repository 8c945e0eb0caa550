import { AppError } from '../../platform/errors.ts';
import { newToken } from '../../platform/ids.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import { passwordChangedMail, resetMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import { refuseCommonPassword } from './passwords.ts';
import { deleteSessionsOf } from './session-store.ts';
import * as store from './store.ts';

const linkLivesMs = 30 * 60_000;

export interface PasswordReset {
  /** Mails a link to the holder of the address; whether there is one shows in no answer. */
  requestReset(email: string): Promise<void>;
  /** Sets the password once per link and ends every session. Throws `LINK_EXPIRED`, `VALIDATION_FAILED`. */
  resetPassword(token: string, password: string): Promise<void>;
}

export function createPasswordReset(parts: IdentityParts): PasswordReset {
  const { config, db, clock, budgets, mailer, passwords } = parts;
  return {
    async requestReset(email) {
      const now = clock.now();
      await db.transaction().execute(async (tx) => {
        // Written for unknown addresses too, so that both cases end in a commit that reaches the disk.
        const waitMs = await budgets.take(tx, ['mailEmail', email], now);
        const holder = await store.findHolder(tx, email);
        if (waitMs > 0 || !holder) return;
        const token = newToken();
        await store.insertReset(tx, {
          tokenHash: hashToken(token),
          accountId: holder.id,
          now,
          expiresAt: new Date(now.getTime() + linkLivesMs),
        });
        await mailer.queue(tx, resetMail(email, config.publicUrl, token));
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
        if (!(await store.consumeReset(tx, tokenHash, account.id, now))) throw new AppError('LINK_EXPIRED');
        await store.setPassword(tx, account.id, passwordHash, now);
        await deleteSessionsOf(tx, account.id);
        // Until now anybody could have made this account under the address: their provider opens it no more.
        if (!account.email_verified_at) await store.deleteExternalIdentities(tx, account.id);
        await mailer.queue(tx, passwordChangedMail(account.email, config.publicUrl));
        const key = `password:${tokenHash.toString('base64url')}`;
        await parts.notify(tx, { kind: 'password_changed', to: { accountId: account.id }, key });
      });
    },
  };
}
