import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { LeavingNotes } from './leaving-note.ts';
import * as leavingStore from './leaving-store.ts';
import { cameBackMail } from './mails.ts';
import { type IdentityParts, type NewBrowser, refuseSuspended, type SignedIn } from './parts.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';

/** An account between the wish to delete it and its erasure. */
export interface Leaving {
  /** Ends all sessions and hides the profile with the caller's commit. */
  leave(tx: Db, accountId: string, eraseAt: Date): Promise<void>;
  /** The ones of these accounts that are being deleted or were: nothing is written for them any more. */
  list(on: Db, accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Accounts whose time to come back is over, longest first. */
  listDue(on: Db, limit: number): Promise<string[]>;
  /** When the member left an account that is due, locked until the transaction ends; null for any other. */
  lockDue(tx: Db, accountId: string): Promise<Date | null>;
  /** Until when the account of this cookie can be restored; null without one. */
  find(note: string | undefined): Promise<{ eraseAt: Date } | null>;
  /**
   * Restores the account of the cookie and signs in. Throws `SIGN_IN_EXPIRED` for a bad cookie and once its erasure has
   * begun, `ACCOUNT_SUSPENDED`.
   */
  comeBack(note: string | undefined, browser: NewBrowser): Promise<SignedIn>;
}

export function createLeaving(
  { db, config, clock, mailer }: IdentityParts,
  deps: {
    setHidden(db: Db, accountId: string, hidden: boolean): Promise<void>;
    leavingNotes: LeavingNotes;
    start(on: Db, account: store.AccountRow, browser: NewBrowser): Promise<SignedIn>;
  },
): Leaving {
  return {
    async leave(tx, accountId, eraseAt) {
      await leavingStore.setLeaving(tx, accountId, { at: clock.now(), eraseAt });
      await sessionStore.deleteSessionsOf(tx, accountId);
      await deps.setHidden(tx, accountId, true);
    },
    list: leavingStore.listLeaving,
    listDue: (on, limit) => leavingStore.listLeft(on, clock.now(), limit),
    async lockDue(tx, accountId) {
      const account = await store.lockAccount(tx, accountId);
      const isDue = account?.erase_at && account.erase_at <= clock.now() && !account.erased_at;
      return isDue ? account.leaving_at : null;
    },
    async find(note) {
      const account = await deps.leavingNotes.read(note);
      return account?.erase_at && account.erase_at > clock.now() ? { eraseAt: account.erase_at } : null;
    },
    async comeBack(note, browser) {
      const found = await deps.leavingNotes.read(note);
      if (!found) throw new AppError('SIGN_IN_EXPIRED');
      return db.transaction().execute(async (tx) => {
        const account = await store.lockAccount(tx, found.id);
        // Another tab may have come back, and the erasure locks the same row before its first step.
        if (!account?.erase_at || account.erase_at <= clock.now()) throw new AppError('SIGN_IN_EXPIRED');
        refuseSuspended(account, config.supportEmail);
        await leavingStore.setLeaving(tx, account.id, null);
        await deps.setHidden(tx, account.id, false);
        if (account.holds_email) await mailer.queue(tx, cameBackMail(account.email, config.publicUrl));
        return deps.start(tx, { ...account, leaving_at: null, erase_at: null }, browser);
      });
    },
  };
}
