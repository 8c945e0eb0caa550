import { AppError } from '../../platform/errors.ts';
import { blindIndex, deriveKey, sameBytes } from '../../platform/keys.ts';
import { confirmMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import * as store from './store.ts';

const linkLivesMs = 7 * 86_400_000;

export interface ConfirmEmail {
  /** Confirms the address of the account that the link was mailed for; again changes nothing. Throws `LINK_EXPIRED`. */
  confirmEmail(accountId: string, token: string): Promise<void>;
  /** Mails another link, unless the address is confirmed or belongs to another account. */
  sendConfirmation(accountId: string): Promise<void>;
}

/** The token of a link: when it ends, and a keyed hash of that, the account and its address. */
export interface ConfirmLinks {
  tokenFor(account: { id: string; email: string }, now: Date): string;
  isGood(token: string, account: { id: string; email: string }, now: Date): boolean;
}

export function createConfirmLinks(masterKey: Buffer): ConfirmLinks {
  const key = deriveKey(masterKey, 'email confirmation');
  const sign = (endsAt: string, account: { id: string; email: string }) =>
    blindIndex(key, `${endsAt} ${account.id} ${account.email}`);
  return {
    tokenFor(account, now) {
      const endsAt = String(now.getTime() + linkLivesMs);
      return `${endsAt}.${sign(endsAt, account).toString('base64url')}`;
    },
    isGood(token, account, now) {
      const [endsAt = '', signature = ''] = token.split('.');
      return Number(endsAt) > now.getTime() && sameBytes(Buffer.from(signature, 'base64url'), sign(endsAt, account));
    },
  };
}

export function createConfirmEmail(parts: IdentityParts): ConfirmEmail {
  const { config, db, clock, budgets, mailer, confirmLinks: links } = parts;
  return {
    async confirmEmail(accountId, token) {
      const account = await store.findAccount(db, accountId);
      // Signed in to the account, so that a link opened by the holder of the address confirms no stranger's account.
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
        // A second account under an address is answered alike and sent nothing.
        if (!account || account.email_verified_at) return;
        const waitMs = await budgets.take(tx, ['mailEmail', account.email], now);
        if (waitMs > 0)
          throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
        if (!account.holds_email) return;
        await mailer.queue(tx, confirmMail(account.email, config.publicUrl, links.tokenFor(account, now)));
      });
    },
  };
}
