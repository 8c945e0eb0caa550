import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ConfirmPassword } from './confirm-password.ts';
import { closeRequests } from './email-change-store.ts';
import { passwordChangedMail } from './mails.ts';
import type { IdentityParts } from './parts.ts';
import { refuseCommonPassword } from './passwords.ts';
import type { StartedSession } from './sessions.ts';
import { endOtherSignIns } from './sign-in-end.ts';
import * as store from './store.ts';

/**
 * Changes the password of an account that has one. The session goes on under a new token, all others end. Throws
 * `INVALID_CREDENTIALS`, `CONFLICT`, `VALIDATION_FAILED`, `TOO_MANY_REQUESTS`.
 */
export type ChangePassword = (
  owner: Pick<Viewer, 'accountId' | 'sessionId'>,
  body: { current: string; password: string },
) => Promise<StartedSession>;

export function createChangePassword(parts: IdentityParts, confirmPassword: ConfirmPassword): ChangePassword {
  const { config, db, clock, mailer, passwords, sessions } = parts;
  return async (owner, { current, password }) => {
    refuseCommonPassword(password);
    const { accountId, sessionId } = owner;
    const known = await store.findAccount(db, accountId);
    if (!known?.password_hash)
      throw new AppError('CONFLICT', { message: 'This account has no password. Choose one by a link to your address' });
    await confirmPassword(owner, current);
    const passwordHash = await passwords.hash(known.email, password);
    const now = clock.now();
    return db.transaction().execute(async (tx) => {
      const account = await store.lockAccount(tx, accountId);
      // Another tab was first, or the address has changed.
      if (account?.password_hash !== known.password_hash || account.email !== known.email)
        throw new AppError('INVALID_CREDENTIALS');
      await store.changePassword(tx, accountId, passwordHash, now);
      await closeRequests(tx, accountId, now);
      await endOtherSignIns(tx, { accountId, exceptSessionId: sessionId, now });
      if (account.holds_email) await mailer.queue(tx, passwordChangedMail(account.email, config.publicUrl, 'here'));
      await parts.notify(tx, { kind: 'password_changed', to: { accountId }, key: `password:${newId()}` });
      return sessions.renew(tx, sessionId);
    });
  };
}
