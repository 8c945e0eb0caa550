import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, jobKind } from '../../platform/jobs.ts';
import type { ItemRow } from './store.ts';

export const publishDueKind = jobKind<{ contentId: string }>('content.publish');
export const expireDueKind = jobKind<{ contentId: string }>('content.expire');
export const sweepDueKind = jobKind('content.due', { maxAttempts: 2 });

const yearMs = 366 * 86_400_000;

interface Times {
  publish_at?: Date | null;
  expires_at?: Date | null;
}

const invalid = (field: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });

/**
 * The times a request sets; a time to publish that has passed means now, and is null. Throws `VALIDATION_FAILED` for
 * times beyond a year, and for an end that is not after the start.
 */
export function readTimes(
  given: { publishAt?: string | null | undefined; expiresAt?: string | null | undefined },
  clock: Pick<Clock, 'now'>,
  current: Partial<Pick<ItemRow, 'publish_at' | 'expires_at'>> = {},
): Times {
  const now = clock.now();
  const times: Times = {};
  for (const [field, column] of [
    ['publishAt', 'publish_at'],
    ['expiresAt', 'expires_at'],
  ] as const) {
    const text = given[field];
    if (text === undefined) continue;
    const at = text === null ? null : new Date(text);
    if (at && at.getTime() > now.getTime() + yearMs) throw invalid(field, 'Choose a time within a year');
    times[column] = at;
  }
  if (times.publish_at && times.publish_at <= now) times.publish_at = null;
  const start = times.publish_at === undefined ? (current.publish_at ?? null) : times.publish_at;
  const end = times.expires_at === undefined ? (current.expires_at ?? null) : times.expires_at;
  const touched = times.publish_at !== undefined || times.expires_at !== undefined;
  if (touched && end && end <= (start ?? now)) throw invalid('expiresAt', 'Choose a time after it is published');
  return times;
}

/** Schedules what an item's times ask for. The jobs read the item again, so an early or outdated run does nothing. */
export async function scheduleTimes(
  tx: Db,
  jobs: Jobs,
  item: Pick<ItemRow, 'id' | 'publish_at' | 'expires_at'>,
): Promise<void> {
  const payload = { contentId: item.id };
  if (item.publish_at)
    await jobs.enqueue(tx, publishDueKind, payload, { key: `content-publish:${item.id}`, runAt: item.publish_at });
  if (item.expires_at)
    await jobs.enqueue(tx, expireDueKind, payload, { key: `content-expire:${item.id}`, runAt: item.expires_at });
}
