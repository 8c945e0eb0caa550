import { maxUnreadShown } from '@vlam/contract/notifications';
import { type Clock, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { blindIndex, sameBytes } from '../../platform/keys.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { IdentityService } from '../identity/service.ts';
import { digestMail } from './mails.ts';
import { kindsBy } from './policy.ts';
import { listDigestsDue, lockSettings, updateSettings } from './settings-store.ts';
import { findPending } from './store.ts';

export interface Digests {
  /** Writes the day's mails; idempotent per member. */
  writeDue(): Promise<void>;
  /** Ends the digest of the member named by a mail's token; false for an invalid token. */
  stop(token: string): Promise<boolean>;
  /** Whether a token is valid. */
  reads(token: string): boolean;
}

const batchSize = 500;
const dayMs = 86_400_000;
const signatureBytes = 16;

export function createDigests(deps: {
  config: Config;
  database: Database;
  clock: Clock;
  mailer: Pick<Mailer, 'queue'>;
  identity: Pick<IdentityService, 'getAccount'>;
}): Digests {
  const { config, clock, mailer, identity } = deps;
  const { db } = deps.database;
  const key = config.keys.lookup('digest unsubscribe');

  const signatureOf = (accountId: string) => blindIndex(key, accountId).subarray(0, signatureBytes);
  const tokenOf = (accountId: string): string =>
    Buffer.concat([Buffer.from(accountId.replaceAll('-', ''), 'hex'), signatureOf(accountId)]).toString('base64url');
  function accountOf(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== 16 + signatureBytes) return null;
    const hex = bytes.toString('hex', 0, 16);
    const accountId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return sameBytes(bytes.subarray(16), signatureOf(accountId)) ? accountId : null;
  }

  /** A day's mail is sent once that day has begun; a week's, six days after the last. */
  function dueBefore(now: Date): { daily: Date; weekly: Date } {
    const today = startOfDay(johannesburgDay(now));
    return { daily: today, weekly: new Date(today.getTime() - 6 * dayMs) };
  }

  async function write(accountId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const settings = (await lockSettings(tx, [accountId])).get(accountId);
      const now = clock.now();
      const due = dueBefore(now);
      if (!settings || settings.digest === 'off') return;
      if (settings.digested_at && settings.digested_at >= due[settings.digest as 'daily' | 'weekly']) return;
      await updateSettings(tx, accountId, { digested_at: now });
      const kinds = kindsBy(settings.off, 'email');
      const pending = await findPending(tx, { accountId, since: settings.digested_at, kinds });
      if (!pending) return;
      const account = await identity.getAccount(tx, accountId);
      if (!account.holdsEmail || account.suspendedAt || account.leavingAt) return;
      const unsubscribeUrl = `${config.publicUrl}/api/notifications/unsubscribe/${tokenOf(accountId)}`;
      const { count: unread } = pending;
      await mailer.queue(
        tx,
        digestMail(account.email, config.publicUrl, { unread, more: unread === maxUnreadShown, unsubscribeUrl }),
      );
    });
  }

  return {
    async writeDue() {
      let after: string | null = null;
      for (;;) {
        const due: string[] = await listDigestsDue(db, { after, ...dueBefore(clock.now()), limit: batchSize });
        for (const accountId of due) await write(accountId);
        after = due.at(-1) ?? null;
        if (due.length < batchSize) return;
      }
    },
    async stop(token) {
      const accountId = accountOf(token);
      if (!accountId) return false;
      await db.transaction().execute(async (tx) => {
        // Nothing to stop for an erased account.
        if (!(await identity.getAccount(tx, accountId).catch(() => null))) return;
        await lockSettings(tx, [accountId]);
        await updateSettings(tx, accountId, { digest: 'off' });
      });
      return true;
    },
    reads: (token) => accountOf(token) !== null,
  };
}
