import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import * as changes from './email-change-store.ts';
import { deleteFactorsSince } from './factor-store.ts';
import { addressTakenBackMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import { refuseCommonPassword } from './passwords.ts';
import { endOtherSignIns } from './sign-in-end.ts';
import * as store from './store.ts';

/**
 * Returns an account to its old address with a password chosen there, once per link. What was added to sign in with since
 * the change goes as well: the person who changed the address could have locked its owner out with it. Ends every session.
 * Throws `LINK_EXPIRED`, `VALIDATION_FAILED`, `CONFLICT`.
 */
export type TakeBackEmail = (token: string, password: string) => Promise<void>;

export function createTakeBackEmail(parts: IdentityParts): TakeBackEmail {
  const { config, db, clock, mailer, passwords } = parts;

  async function removeLaterFactors(tx: Db, accountId: string, since: Date): Promise<void> {
    await deleteFactorsSince(tx, accountId, since);
    await store.deleteExternalIdentities(tx, accountId, since);
  }

  return async (token, password) => {
    refuseCommonPassword(password);
    const now = clock.now();
    const undoHash = hashToken(token);
    const known = await changes.findUndo(db, undoHash, now);
    if (!known) throw new AppError('LINK_EXPIRED');
    const email = known.old_email;
    const passwordHash = await passwords.hash(email, password);
    await db.transaction().execute(async (tx) => {
      await store.lockEmail(tx, email);
      const account = await store.lockAccount(tx, known.account_id);
      const change = await changes.findUndo(tx, undoHash, now);
      if (!account || !change?.confirmed_at) throw new AppError('LINK_EXPIRED');
      const owner = await changes.findOwner(tx, email, now);
      if (owner && owner.id !== account.id)
        throw new AppError('CONFLICT', { message: 'This address has another account by now' });
      await changes.closeSince(tx, change, now);
      await changes.setEmail(tx, account.id, { email, passwordHash, now });
      await parts.onEmailChanged(tx, account.id);
      await store.changePassword(tx, account.id, passwordHash, now);
      await removeLaterFactors(tx, account.id, change.confirmed_at);
      await endOtherSignIns(tx, { accountId: account.id, now });
      if (account.email !== email && account.holds_email)
        await mailer.queue(tx, addressTakenBackMail(account.email, config.supportEmail));
      const key = `email:${change.id}:back`;
      await parts.notify(tx, { kind: 'email_changed', to: { accountId: account.id }, key });
    });
  };
}
