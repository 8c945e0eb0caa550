import type { ContentView } from '@vlam/contract/content';
import { formatDate, formatTime, formatWeekday } from '../../lib/format.ts';

/** South Africa has no summer time. */
const offsetMs = 2 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** A calendar day and a time of day in Johannesburg, as date and time fields write them. */
export interface LocalTime {
  day: string;
  time: string;
}

/** The moment as Johannesburg reads it. */
export function toLocal(at: string | number): LocalTime {
  const text = new Date(new Date(at).getTime() + offsetMs).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** The moment as an ISO text; null for a field that is not filled in. */
export function toMoment({ day, time }: LocalTime): string | null {
  const at = Date.parse(`${day}T${time}:00+02:00`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The days from `now` (milliseconds) on, as date fields write them. */
export const nextDays = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_each, index) => toLocal(now + index * dayMs).day);

export type TimeProblem = 'past' | 'far' | 'order' | 'missing';

/** What is wrong with a time to publish and an end; empty texts mean now and never. `now` in milliseconds. */
export function findTimeProblem(
  { publishAt, expiresAt }: { publishAt: string; expiresAt: string },
  now: number,
): { field: 'publishAt' | 'expiresAt'; problem: TimeProblem } | null {
  const far = now + 365 * dayMs;
  const start = publishAt === '' ? now : Date.parse(publishAt);
  if (publishAt !== '' && start <= now) return { field: 'publishAt', problem: 'past' };
  if (start > far) return { field: 'publishAt', problem: 'far' };
  if (expiresAt === '') return null;
  const end = Date.parse(expiresAt);
  if (end <= start) return { field: 'expiresAt', problem: 'order' };
  return end > far ? { field: 'expiresAt', problem: 'far' } : null;
}

/** "Thursday 20:00" within the week, else "26 Nov 2026, 20:00". `now` in milliseconds. */
export function timeText(at: string, now: number): string {
  const isSoon = Math.abs(Date.parse(at) - now) < 6 * dayMs;
  return isSoon ? `${formatWeekday(at)} ${formatTime(at)}` : `${formatDate(at)}, ${formatTime(at)}`;
}

/** Whether an item waits for a file that is fetched from an address. `now` in milliseconds, give or take a second. */
export const isFetched = ({ state, rules }: Pick<ContentView, 'state' | 'rules'>, now: number): boolean =>
  state === 'draft' && !rules?.problem && Boolean(rules?.publishAt) && Date.parse(rules?.publishAt ?? '') < now + 5_000;
