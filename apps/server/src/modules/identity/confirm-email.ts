import { AppError } from '../../platform/errors.ts';
import { confirmMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import * as store from './store.ts';

export interface ConfirmEmail {
  /** Confirms the address of the account that the link was mailed for; idempotent. Throws `LINK_EXPIRED`. */
  confirmEmail(accountId: string, token: string): Promise<void>;
  /** Mails another link, unless the address is confirmed or belongs to another account. */
  sendConfirmation(accountId: string): Promise<void>;
}

export function createConfirmEmail(parts: IdentityParts): ConfirmEmail {
  const { config, db, clock, budgets, mailer, confirmLinks: links } = parts;
  return {
    async confirmEmail(accountId, token) {
      const account = await store.findAccount(db, accountId);
      // Requires the account's own session, so that the holder of an address cannot confirm a stranger's account by
      // opening a link.
      if (!account?.holds_email || !links.isGood(token, account, clock.now())) throw new AppError('LINK_EXPIRED');
      if (account.email_verified_at) return;
      await db.transaction().execute(async (tx) => {
        await store.setEmailVerified(tx, accountId, clock.now());
        await parts.onEmailConfirmed(tx, accountId);
      });
    },
    async sendConfirmation(accountId) {
      const now = clock.now();
      await db.transaction().execute(async (tx) => {
        const account = await store.findAccount(tx, accountId);
        // A second account under an address gets the same response and no mail.
        if (!account || account.email_verified_at) return;
        const waitMs = await budgets.spend(tx, ['mailEmail', account.email], now);
        if (waitMs > 0)
          throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
        if (!account.holds_email) return;
        await mailer.queue(tx, confirmMail(account.email, config.publicUrl, links.tokenFor(account, now)));
      });
    },
  };
}
