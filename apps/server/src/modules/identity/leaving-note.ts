import type { IdentityParts } from './parts.ts';
import * as store from './store.ts';

export const leavingCookieSeconds = 600;

export interface LeavingNotes {
  write(account: Pick<store.AccountRow, 'id' | 'leaving_at'>): string;
  /** Null when the cookie is missing, forged or late, when the member came back since, and once the account is erased. */
  read(cookie: string | undefined): Promise<store.AccountRow | null>;
}

/** A sealed cookie that lets the browser that just signed in to an account being deleted come back to it, for ten minutes. */
export function createLeavingNotes({
  config,
  db,
  clock,
}: Pick<IdentityParts, 'config' | 'db' | 'clock'>): LeavingNotes {
  const sealer = config.keys.sealer('leaving notes');
  const context = 'account being deleted';
  return {
    write: ({ id, leaving_at: leavingAt }) =>
      sealer
        .seal(JSON.stringify([id, leavingAt?.getTime() ?? 0, clock.now().getTime()]), context)
        .toString('base64url'),
    async read(cookie) {
      const note = open(cookie);
      const now = clock.now().getTime();
      if (!note || now - note.at > leavingCookieSeconds * 1000) return null;
      const account = await store.findAccount(db, note.accountId);
      if (account?.leaving_at?.getTime() !== note.leavingAt || account.erased_at) return null;
      return account;
    },
  };

  function open(cookie: string | undefined): { accountId: string; leavingAt: number; at: number } | null {
    if (!cookie || cookie.length > 400) return null;
    try {
      const text = sealer.open(Buffer.from(cookie, 'base64url'), context);
      const [accountId, leavingAt, at] = JSON.parse(text) as [string, number, number];
      return { accountId, leavingAt, at };
    } catch {
      return null;
    }
  }
}
