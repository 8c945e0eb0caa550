import {
  digestRhythms,
  type NotificationPreferences,
  type NotificationView,
  type notificationsOperations,
  notificationTopics,
} from '@vlam/contract/notifications';
import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { afterCommit, runsAfterCommit } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mailer.ts';
import { type Notify, notifyKind } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { createDigests, type Digests } from './digest.ts';
import { createNotifier } from './notify-recipients.ts';
import { isOn, minutesOf, offKey, timeOf } from './policy.ts';
import { createPushes } from './push.ts';
import { createPushTransport, type PushTransport } from './push-endpoint.ts';
import { findDevice, findSettings, lockSettings, type SettingsRow, updateSettings } from './settings-store.ts';
import * as store from './store.ts';
import { actorIdOf, saleIdOf, toNotificationView } from './view.ts';

export type { PushTransport } from './push-endpoint.ts';
export { unreadNotificationsOf } from './store.ts';

type Ops = typeof notificationsOperations;

export interface NotificationsService extends Pick<Digests, 'stop' | 'reads'> {
  /** Newest first. Throws `VALIDATION_FAILED` for an invalid cursor. */
  list(viewer: Viewer, page: QueryOf<Ops['listNotifications']>): Promise<ResponseOf<Ops['listNotifications']>>;
  /** Ignores foreign ids. Returns the number left unread. */
  read(viewer: Viewer, which: BodyOf<Ops['readNotifications']>): Promise<{ unread: number }>;
  /** Marks notifications of these senders' messages as read, for several members in one transaction. */
  readMessagesOf(on: Db, read: readonly { accountId: string; senderId: string }[]): Promise<void>;
  preferences(viewer: Viewer): Promise<NotificationPreferences>;
  setPreferences(viewer: Viewer, change: BodyOf<Ops['setNotificationPreferences']>): Promise<NotificationPreferences>;
  /** Throws `VALIDATION_FAILED` for an endpoint of no known push service. */
  subscribe(viewer: Viewer, subscription: BodyOf<Ops['subscribePush']>): Promise<void>;
  unsubscribe(viewer: Viewer): Promise<void>;
  /** At most `maxUnreadShown`. */
  /** Everything stored about a member here, for their data export; erasing an account deletes its rows. */
  exportOf(accountId: string): Promise<{ settings: SettingsRow | null; notifications: store.NotificationRow[] }>;
  tasks: JobTask[];
}

const listed = 20;
const position = z.tuple([z.iso.datetime(), z.uuid()]);
const dayMs = 86_400_000;
const keptDays = { read: 30, unread: 90 };
const deleteBatchSize = 5_000;
const digestKind = jobKind('notifications.digest', { maxAttempts: 5 });
const sweepKind = jobKind('notifications.sweep', { maxAttempts: 3 });

export function createNotificationsService(deps: {
  config: Config;
  database: Database;
  clock: Clock;
  jobs: Jobs;
  mailer: Pick<Mailer, 'queue'>;
  notify: Notify;
  realtime: Pick<Realtime, 'feed'>;
  identity: Pick<IdentityService, 'getAccount' | 'covers' | 'leaving'>;
  credits: Pick<CreditsService, 'findVisibleEarnings'>;
  profiles: Pick<ProfilesService, 'cards' | 'wasSeenRecently' | 'listVisibleCards'>;
  subscribersOf: Parameters<typeof createNotifier>[0]['subscribersOf'];
  isCurrent: Parameters<typeof createNotifier>[0]['isCurrent'];
  /** For tests. */
  pushTransport?: PushTransport | undefined;
}): NotificationsService {
  const { clock, profiles } = deps;
  const { db } = deps.database;
  // Also sent when something was read, so that every open tab shows the current count.
  const ring = deps.realtime.feed(
    'notification.created',
    async (accountIds) =>
      new Map(
        (await store.listBells(db, accountIds)).map(({ account_id, id, unread }) => [account_id, { id, unread }]),
      ),
  );
  const pushes = createPushes({
    ...deps,
    transport: deps.pushTransport ?? createPushTransport(deps.config.demoPushService),
  });
  const digests = createDigests(deps);
  const notifyRecipients = createNotifier({ ...deps, ring, schedulePushes: pushes.schedule });

  async function present(viewer: Viewer, rows: readonly store.ListedRow[]): Promise<NotificationView[]> {
    const ids = rows.flatMap((row) => actorIdOf(row) ?? []);
    const [cards, sales] = await Promise.all([
      profiles.listVisibleCards(viewer.profileId, [...new Set(ids)]),
      deps.credits.findVisibleEarnings(
        viewer.profileId ?? '',
        rows.flatMap((row) => saleIdOf(row) ?? []),
      ),
    ]);
    const actors = new Map(cards.map(({ id, displayName, avatarUrl }) => [id, { id, name: displayName, avatarUrl }]));
    return rows.map((row) => toNotificationView(row, { actors, sales }));
  }

  async function toPreferences(viewer: Viewer, row: SettingsRow | undefined): Promise<NotificationPreferences> {
    const device = await findDevice(db, viewer.sessionId);
    const off = row?.off ?? [];
    return {
      topics: notificationTopics.map((topic) => ({
        topic,
        inApp: isOn(off, topic, 'inApp'),
        push: isOn(off, topic, 'push'),
        email: isOn(off, topic, 'email'),
      })),
      digest: digestRhythms.find((rhythm) => rhythm === row?.digest) ?? 'off',
      quietHours:
        row && row.quiet_from !== null && row.quiet_to !== null
          ? { from: timeOf(row.quiet_from), to: timeOf(row.quiet_to) }
          : null,
      push: { publicKey: pushes.publicKey, thisDevice: device !== undefined },
    };
  }

  async function sweep(): Promise<void> {
    const now = clock.now().getTime();
    const before = { read: new Date(now - keptDays.read * dayMs), unread: new Date(now - keptDays.unread * dayMs) };
    while ((await store.deleteOld(db, before, deleteBatchSize)) === deleteBatchSize);
  }

  return {
    async list(viewer, { cursor, limit = listed }) {
      const at = decodeCursor(position, cursor);
      const after = at ? { at: new Date(at[0]), id: at[1] } : null;
      const [rows, unread] = await Promise.all([
        store.listOwn(db, { accountId: viewer.accountId, after, limit: limit + 1 }),
        store.countUnread(db, viewer.accountId),
      ]);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: await present(viewer, page),
        nextCursor: rows.length > limit && last ? encodeCursor([last.at.toISOString(), last.id]) : null,
        unread,
      };
    },
    async read({ accountId }, { ids, upTo }) {
      if (ids) await store.markRead(db, accountId, ids, clock.now());
      if (upTo) await store.markReadUpTo(db, accountId, upTo, clock.now());
      ring([accountId]);
      return { unread: await store.countUnread(db, accountId) };
    },
    async readMessagesOf(on, read) {
      const groups = read.map(({ accountId, senderId }) => ({ accountId, key: `message:${senderId}` }));
      // Settings rows are locked before notices, in the same order as when notices are written.
      if (groups.length > 1) await lockSettings(on, await store.listUnreadGroups(on, groups));
      const accountIds = await store.markGroupsRead(on, groups, clock.now());
      if (accountIds.length === 0) return;
      if (runsAfterCommit(on)) afterCommit(on, () => ring(accountIds));
      else ring(accountIds);
    },
    preferences: async (viewer) => toPreferences(viewer, await findSettings(db, viewer.accountId)),
    async setPreferences(viewer, { topics = [], digest, quietHours }) {
      const row = await db.transaction().execute(async (tx) => {
        const before = (await lockSettings(tx, [viewer.accountId])).get(viewer.accountId);
        const off = new Set(before?.off);
        for (const { topic, ...channels } of topics)
          for (const channel of ['inApp', 'push', 'email'] as const) {
            if (channels[channel] === true) off.delete(offKey(topic, channel));
            if (channels[channel] === false) off.add(offKey(topic, channel));
          }
        if (quietHours !== undefined) await pushes.reschedule(tx, viewer.accountId);
        return updateSettings(tx, viewer.accountId, {
          off: [...off].sort(),
          // A new digest covers what comes from now on.
          ...(digest ? { digest, ...(before?.digest === 'off' ? { digested_at: clock.now() } : {}) } : {}),
          ...(quietHours === undefined
            ? {}
            : {
                quiet_from: quietHours && minutesOf(quietHours.from),
                quiet_to: quietHours && minutesOf(quietHours.to),
              }),
        });
      });
      return toPreferences(viewer, row);
    },
    subscribe: pushes.subscribe,
    unsubscribe: pushes.unsubscribe,
    stop: digests.stop,
    reads: digests.reads,
    async exportOf(accountId) {
      const [settings, notifications] = await Promise.all([findSettings(db, accountId), store.listAll(db, accountId)]);
      return { settings: settings ?? null, notifications };
    },
    tasks: [
      jobTask(notifyKind, ({ notices }) => notifyRecipients(notices)),
      ...pushes.tasks,
      // Eight in the morning in South Africa; repeated for members left out by an interrupted run.
      jobTask(digestKind, digests.writeDue, { cron: '5,35 6 * * *' }),
      jobTask(sweepKind, sweep, { cron: '20 1 * * *' }),
    ],
  };
}
