import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { StudioList, StudioSort } from '@vlam/contract/rules/studio';
import { formatDate, formatDuration, formatTime, formatWeekday } from '../../lib/format.ts';
import type { Post } from './api.ts';

export const listLabels: Record<StudioList, MessageDescriptor> = {
  all: msg`All`,
  published: msg`Published`,
  scheduled: msg`Scheduled`,
  drafts: msg`Drafts`,
  review: msg`In review`,
  archived: msg`Archive`,
  removed: msg`Taken down`,
};

export const sortLabels: Record<StudioSort, MessageDescriptor> = {
  newest: msg`Newest first`,
  oldest: msg`Oldest first`,
  views: msg`Most views`,
  likes: msg`Most likes`,
};

/** "3:10", "9 photos" or "Photo". */
export function kindText({ item: { mediaType, duration, holds } }: Post): string {
  if (holds) {
    const { pictures, videos } = holds;
    return [
      pictures > 0 ? i18n._(msg`${plural(pictures, { one: '# photo', other: '# photos' })}`) : '',
      videos > 0 ? i18n._(msg`${plural(videos, { one: '# video', other: '# videos' })}`) : '',
    ]
      .filter(Boolean)
      .join(', ');
  }
  if (duration !== null) return formatDuration(duration);
  const kinds = { image: msg`Photo`, video: msg`Video`, audio: msg`Sound` };
  return i18n._(kinds[mediaType]);
}

const dayMs = 86_400_000;

/** "Thu 20:00" within the week, else "26 Nov 2026". `now` in milliseconds. */
export const shortTime = (at: string, now: number): string =>
  Math.abs(Date.parse(at) - now) < 6 * dayMs ? `${formatWeekday(at).slice(0, 3)} ${formatTime(at)}` : formatDate(at);
