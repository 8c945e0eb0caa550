import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { IdentityService } from '../identity/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { kindsBy, quietUntil } from './policy.ts';
import { type PushTransport, requirePushEndpoint } from './push-endpoint.ts';
import { messageOf, sealPush, vapidOf } from './push-message.ts';
import * as store from './settings-store.ts';
import { countUnread, findPending } from './store.ts';

/** Merges concurrent events, and skips notifications that are read at once. */
export const waitMs = 5_000;
/** Checked again when an open app may have been closed. */
const recheckDelayMs = 70_000;
const pushKind = jobKind<{ accountId: string }>('notifications.push', { maxAttempts: 5 });
const sendKind = jobKind<{ sessionId: string; id: string; unread: number }>('notifications.push-send', {
  maxAttempts: 6,
});

export interface Pushes {
  publicKey: string;
  /** Schedules a push for those of the accounts that receive pushes. */
  schedule(db: Db, accountIds: readonly string[]): Promise<void>;
  /** Recomputes when to push, after quiet hours changed. */
  reschedule(db: Db, accountId: string): Promise<void>;
  /** Throws `VALIDATION_FAILED` for an endpoint of no known push service. */
  subscribe(viewer: Viewer, subscription: { endpoint: string; keys: { p256dh: string; auth: string } }): Promise<void>;
  unsubscribe(viewer: Viewer): Promise<void>;
  tasks: JobTask[];
}

export function createPushes(deps: {
  config: Config;
  database: Database;
  clock: Clock;
  jobs: Jobs;
  transport: PushTransport;
  identity: Pick<IdentityService, 'getAccount' | 'covers'>;
  profiles: Pick<ProfilesService, 'wasSeenRecently'>;
}): Pushes {
  const { clock, jobs, profiles } = deps;
  const { db } = deps.database;
  const vapid = vapidOf(deps.config);

  const scheduleAt = (on: Db, accountId: string, runAt: Date, keepRunAt = true) =>
    jobs.enqueue(on, pushKind, { accountId }, { key: `push:${accountId}`, runAt, keepRunAt });
  const soon = () => new Date(clock.now().getTime() + waitMs);

  /** Decides whether an account's browsers are pushed to now, later or not; each then gets a job of its own. */
  async function decide(accountId: string): Promise<void> {
    const account = await deps.identity.getAccount(db, accountId).catch(() => null);
    if (!account || account.suspendedAt || account.leavingAt) return;
    const isHere = account.profileId !== null && (await profiles.wasSeenRecently(account.profileId));
    await db.transaction().execute(async (tx) => {
      const settings = (await store.lockSettings(tx, [accountId])).get(accountId);
      const devices = await store.listDevices(tx, accountId);
      if (!settings || devices.length === 0) return;
      const kinds = kindsBy(settings.off, 'push');
      const pending = await findPending(tx, { accountId, since: settings.pushed_at, kinds });
      if (!pending) return;
      const now = clock.now();
      const later = quietUntil(settings.quiet_from, settings.quiet_to, now);
      if (later) return scheduleAt(tx, accountId, later);
      if (isHere) return scheduleAt(tx, accountId, new Date(now.getTime() + recheckDelayMs));
      await store.updateSettings(tx, accountId, { pushed_at: pending.at });
      const unread = await countUnread(tx, accountId);
      for (const { session_id: sessionId } of devices)
        await jobs.enqueue(tx, sendKind, { sessionId, id: pending.id, unread });
    });
  }

  async function send(sessionId: string, notification: { id: string; unread: number }): Promise<void> {
    const device = await store.findDevice(db, sessionId);
    if (!device) return;
    const cover = await deps.identity.covers.nameOf(db, device.account_id);
    const status = await deps.transport(sealPush(device, messageOf({ ...notification, cover }), vapid));
    // The browser has ended its subscription, or the keys do not match.
    if ([400, 401, 403, 404, 410].includes(status)) await store.deleteDevice(db, sessionId, device.endpoint);
    else if (status < 200 || status >= 300) throw new Error(`the push service answered ${status}`);
  }

  return {
    publicKey: vapid.publicKey,
    async schedule(on, accountIds) {
      for (const accountId of await store.listPushed(on, accountIds)) await scheduleAt(on, accountId, soon());
    },
    async reschedule(on, accountId) {
      if ((await store.listPushed(on, [accountId])).length > 0) await scheduleAt(on, accountId, soon(), false);
    },
    async subscribe(viewer, { endpoint, keys }) {
      requirePushEndpoint(endpoint, deps.config.demoPushService);
      const now = clock.now();
      await db.transaction().execute(async (tx) => {
        await store.lockSettings(tx, [viewer.accountId]);
        // Notifications already in the list are not pushed.
        await store.updateSettings(tx, viewer.accountId, { pushed_at: now });
        const device = { session_id: viewer.sessionId, account_id: viewer.accountId, endpoint, ...keys };
        await store.saveDevice(tx, device, now);
      });
    },
    unsubscribe: ({ sessionId }) => store.deleteDevice(db, sessionId),
    tasks: [
      jobTask(pushKind, ({ accountId }) => decide(accountId)),
      jobTask(sendKind, ({ sessionId, ...notification }) => send(sessionId, notification)),
    ],
  };
}
