import {
  alwaysInApp,
  type NotificationChannel,
  type NotificationKind,
  type NotificationTopic,
  notificationKinds,
  topicOfKind,
} from '@vlam/contract/notifications';
import type { Notice } from '../../platform/notices.ts';

/** Choices are stored as what was switched off. */
export const offKey = (topic: NotificationTopic, channel: NotificationChannel): string => `${topic}:${channel}`;

export function isOn(off: readonly string[], topic: NotificationTopic, channel: NotificationChannel): boolean {
  if (channel === 'inApp' && alwaysInApp.includes(topic)) return true;
  return !off.includes(offKey(topic, channel));
}

/** Kinds a member receives by one channel. */
export const kindsBy = (off: readonly string[], channel: NotificationChannel): NotificationKind[] =>
  notificationKinds.filter((kind) => isOn(off, topicOfKind[kind], channel));

/**
 * What a muted person does that notifies no one who muted them. What the member asked for, paid for or has to answer
 * still does: their requests, consents, a new price.
 */
const mutable = new Set<NotificationKind>([
  ...(['message', 'call_missed', 'album_shared', 'like', 'comment', 'flame', 'match', 'tip', 'gift'] as const),
  ...(['subscriber', 'post', 'live', 'request_received'] as const),
]);
export const isMutable = (kind: NotificationKind): boolean => mutable.has(kind);

const hourMs = 3_600_000;
const groups: Partial<Record<NotificationKind, { by: 'actorId' | 'targetId' | 'kind'; windowMs: number | null }>> = {
  like: { by: 'targetId', windowMs: hourMs },
  comment: { by: 'targetId', windowMs: hourMs },
  // One for each person who writes or rings, while it is unread.
  message: { by: 'actorId', windowMs: null },
  call_missed: { by: 'actorId', windowMs: null },
  // One for all of a reporter's that are decided together.
  report_resolved: { by: 'kind', windowMs: hourMs },
  report_dismissed: { by: 'kind', windowMs: hourMs },
  // One for all reports since staff last read it.
  report_waiting: { by: 'kind', windowMs: null },
  takedown_waiting: { by: 'kind', windowMs: null },
  appeal_waiting: { by: 'kind', windowMs: null },
  dispute_waiting: { by: 'kind', windowMs: null },
  registration_waiting: { by: 'kind', windowMs: null },
  information_waiting: { by: 'kind', windowMs: null },
};

/** Grouping of a notice, and for how long after its first event (null: until it is read); null for a single notice. */
export function groupOf(notice: Notice): { key: string; windowMs: number | null } | null {
  const group = groups[notice.kind];
  const about = group && (group.by === 'kind' ? 'all' : notice[group.by]);
  return group && about ? { key: `${notice.kind}:${about}`, windowMs: group.windowMs } : null;
}

/** Minutes of the Johannesburg day, which is two hours ahead all year. */
const minuteOfDay = (at: Date): number => (at.getUTCHours() * 60 + at.getUTCMinutes() + 120) % 1440;

/**
 * End of the quiet hours that `now` lies in; null outside of them. They may span midnight; from a time until the same
 * time they are the whole day, and this returns when to check again.
 */
export function quietUntil(from: number | null, to: number | null, now: Date): Date | null {
  if (from === null || to === null) return null;
  const minute = minuteOfDay(now);
  const inside = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!inside) return null;
  const left = (to - minute + 1440) % 1440 || 1440;
  const wholeMinute = now.getTime() - (now.getTime() % 60_000);
  return new Date(wholeMinute + left * 60_000);
}

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
