import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { closeRequests } from './email-change-store.ts';
import { createFactorLinks } from './factor-links.ts';
import type { Factors } from './factors.ts';
import { passwordChangedMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import { refuseCommonPassword } from './passwords.ts';
import { needsSecondFactor } from './policy.ts';
import { endOtherSignIns } from './sign-in-end.ts';
import * as store from './store.ts';

/**
 * Takes an account back from the person who gave it its first second factor, with a password chosen by the mailed link:
 * every factor goes, since all came with or after that one, and every session ends. Throws `LINK_EXPIRED`,
 * `VALIDATION_FAILED`.
 */
export type TakeBackSignIn = (token: string, password: string) => Promise<void>;

export function createTakeBackSignIn(parts: IdentityParts, factors: Pick<Factors, 'removeAll'>): TakeBackSignIn {
  const { config, db, clock, mailer, passwords } = parts;
  const links = createFactorLinks(config.keys);

  return async (token, password) => {
    refuseCommonPassword(password);
    const now = clock.now();
    const isOpen = (account: store.AccountRow | undefined) =>
      account?.holds_email &&
      // Who has become staff since: the mailbox alone must not open their account.
      !needsSecondFactor(account, config) &&
      !(account.erase_at && account.erase_at <= now) &&
      links.isGood(token, account, now);
    const known = await store.findAccount(db, links.accountOf(token));
    if (!known || !isOpen(known)) throw new AppError('LINK_EXPIRED');
    const passwordHash = await passwords.hash(known.email, password);
    await db.transaction().execute(async (tx) => {
      const account = await store.lockAccount(tx, known.id);
      if (!account?.second_factor_since || !isOpen(account)) throw new AppError('LINK_EXPIRED');
      await store.deleteExternalIdentities(tx, account.id, account.second_factor_since);
      await factors.removeAll(tx, account.id);
      await store.setPassword(tx, account.id, passwordHash, now);
      // Its request holds the old password.
      await closeRequests(tx, account.id, now);
      await endOtherSignIns(tx, { accountId: account.id, now });
      await mailer.queue(tx, passwordChangedMail(account.email, config.publicUrl, 'everywhere'));
      await parts.notify(tx, { kind: 'password_changed', to: { accountId: account.id }, key: `password:${newId()}` });
    });
  };
}
