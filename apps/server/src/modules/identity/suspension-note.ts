import { type IdentityParts, type Suspension, suspensionOf } from './parts.ts';
import * as store from './store.ts';

export const noteCookieSeconds = 600;

/**
 * A sealed cookie that lets one browser read, for ten minutes, why the account it just authenticated for is suspended.
 */
export function createSuspensionNotes({ config, db, clock }: Pick<IdentityParts, 'config' | 'db' | 'clock'>) {
  const sealer = config.keys.sealer('suspension notes');
  const context = 'suspended account';
  return {
    write: (accountId: string): string =>
      sealer.seal(JSON.stringify([accountId, clock.now().getTime()]), context).toString('base64url'),

    /** Null when the cookie is missing, forged or late, or the account is no longer suspended. */
    async read(cookie: string | undefined): Promise<Suspension | null> {
      const note = open(cookie);
      if (!note || clock.now().getTime() - note.at > noteCookieSeconds * 1000) return null;
      const account = await store.findAccount(db, note.accountId);
      return account ? suspensionOf(account, config.supportEmail) : null;
    },
  };

  function open(cookie: string | undefined): { accountId: string; at: number } | null {
    if (!cookie || cookie.length > 400) return null;
    try {
      const [accountId, at] = JSON.parse(sealer.open(Buffer.from(cookie, 'base64url'), context)) as [string, number];
      return { accountId, at };
    } catch {
      return null;
    }
  }
}
