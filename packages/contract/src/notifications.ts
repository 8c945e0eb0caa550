import * as z from 'zod/mini';
import { giftIds } from './gifts.ts';
import { operation } from './operation.ts';
import { digestRhythms, notificationKinds, notificationTopics } from './rules/notifications.ts';
import { cursorQuery, earned, id, page, timestamp } from './schemas.ts';

export {
  alwaysInApp,
  digestRhythms,
  maxUnreadShown,
  type NotificationChannel,
  type NotificationKind,
  type NotificationTopic,
  notificationChannels,
  notificationKinds,
  notificationTopics,
  topicOfKind,
} from './rules/notifications.ts';

export const notificationView = z.object({
  id,
  kind: z.enum(notificationKinds),
  /** English text, for clients without a translation of this kind. */
  title: z.string(),
  body: z.string(),
  /** Path of the target within the site. */
  link: z.string(),
  /** Time of the latest event it covers. */
  createdAt: timestamp,
  readAt: z.nullable(timestamp),
  /** Number of likes, comments or messages it covers. */
  count: z.int(),
  /** The actor, the latest of several; null for the platform and for unnamed people. */
  actor: z.nullable(z.object({ id, name: z.string(), avatarUrl: z.string() })),
  /** Title of the target; null without one. */
  subject: z.nullable(z.string()),
  /** What was paid, in whole cents or credits. */
  amount: z.nullable(z.object({ value: z.int(), currency: z.enum(['credits', 'cents']) })),
  /** The reader's earnings from it, when paid in credits. */
  earned: z.nullable(earned),
  giftId: z.nullable(z.enum(giftIds)),
});
export type NotificationView = z.output<typeof notificationView>;

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please use a time such as 22:00'));

export const notificationPreferences = z.object({
  topics: z.array(
    z.object({ topic: z.enum(notificationTopics), inApp: z.boolean(), push: z.boolean(), email: z.boolean() }),
  ),
  /** How often a mail sums up unread notifications. */
  digest: z.enum(digestRhythms),
  /** Quiet hours in South African time, without push; null for none. */
  quietHours: z.nullable(z.object({ from: timeOfDay, to: timeOfDay })),
  push: z.object({
    /** Public key for push subscriptions (VAPID, base64url). */
    publicKey: z.string(),
    /** Whether the requesting browser is subscribed. */
    thisDevice: z.boolean(),
  }),
});
export type NotificationPreferences = z.output<typeof notificationPreferences>;

const unread = z.object({ unread: z.int() });
/** Keys of the browser: 65 and 16 bytes as base64url. */
const p256dh = z.string().check(z.regex(/^[\w-]{87}=?$/));
const auth = z.string().check(z.regex(/^[\w-]{22}={0,2}$/));

export const notificationsOperations = {
  listNotifications: operation({
    method: 'GET',
    path: '/api/notifications',
    summary: "The caller's notifications, newest first, and the unread count",
    access: 'member',
    query: cursorQuery,
    response: z.object({ ...page(notificationView).shape, unread: z.int() }),
    errors: ['VALIDATION_FAILED'],
  }),
  readNotifications: operation({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark some notifications as read, or all up to one',
    access: 'member',
    rate: 'write',
    body: z
      .strictObject({
        ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(100))),
        upTo: z.optional(id),
      })
      .check(
        z.refine(({ ids, upTo }) => (ids === undefined) !== (upTo === undefined), {
          message: 'Send ids, or upTo',
          path: ['ids'],
        }),
      ),
    response: unread,
    errors: ['VALIDATION_FAILED'],
  }),
  notificationPreferences: operation({
    method: 'GET',
    path: '/api/notifications/preferences',
    summary: "The caller's notification topics by channel",
    access: 'member',
    response: notificationPreferences,
  }),
  setNotificationPreferences: operation({
    method: 'PUT',
    path: '/api/notifications/preferences',
    summary: 'Change notification preferences; absent fields stay unchanged',
    access: 'member',
    rate: 'write',
    body: z.strictObject({
      topics: z.optional(
        z
          .array(
            z.strictObject({
              topic: z.enum(notificationTopics),
              inApp: z.optional(z.boolean()),
              push: z.optional(z.boolean()),
              email: z.optional(z.boolean()),
            }),
          )
          .check(z.maxLength(notificationTopics.length)),
      ),
      digest: z.optional(z.enum(digestRhythms)),
      quietHours: z.optional(z.nullable(z.strictObject({ from: timeOfDay, to: timeOfDay }))),
    }),
    response: notificationPreferences,
    errors: ['VALIDATION_FAILED'],
  }),
  subscribePush: operation({
    method: 'POST',
    path: '/api/notifications/push-subscription',
    summary: 'Subscribe this browser to push while it is signed in',
    access: 'member',
    rate: 'write',
    body: z.strictObject({
      endpoint: z.string().check(z.maxLength(1_000)),
      keys: z.strictObject({ p256dh, auth }),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  unsubscribePush: operation({
    method: 'DELETE',
    path: '/api/notifications/push-subscription',
    summary: 'Unsubscribe this browser from push',
    access: 'member',
    rate: 'write',
  }),
};
