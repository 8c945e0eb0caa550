import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, select } from '@lingui/core/macro';
import type { ContentView } from '@vlam/contract/content';

type LabelItem = Pick<
  ContentView,
  | 'mediaType'
  | 'title'
  | 'duration'
  | 'price'
  | 'isExclusive'
  | 'isLocked'
  | 'isPurchased'
  | 'isOwn'
  | 'isPremium'
  | 'classification'
  | 'state'
  | 'rules'
  | 'holds'
  | 'needsLevel'
  | 'tierName'
>;

const stateLabels: Record<NonNullable<ContentView['state']>, MessageDescriptor> = {
  draft: msg`Draft`,
  processing: msg`Preparing`,
  review: msg`In review`,
  published: msg`Published`,
  flagged: msg`Held back`,
  removed: msg`Removed`,
};

/** Why others do not see an item, for its creator and moderators; null for a published one. */
export function hiddenLabel({ state, rules }: Pick<ContentView, 'state' | 'rules'>): MessageDescriptor | null {
  if (state === undefined || state === 'published') return null;
  if (rules?.isArchived) return msg`Archived`;
  if (state === 'draft' && rules?.problem) return msg`Not published`;
  return state === 'draft' && rules?.publishAt ? msg`Scheduled` : stateLabels[state];
}

/** Accessible name of a tile: "Locked video, Blue hour, 2 minutes 24, 8 credits, exclusive". */
export function tileLabel(item: LabelItem): string {
  const exclusive = item.isExclusive ? i18n._(msg`exclusive`) : null;
  const rating = i18n._(msg`rated ${item.classification}`);
  const hidden = hiddenLabel(item);
  const state = hidden && i18n._(hidden);
  return [kindOf(item), item.title, spokenDuration(item.duration), accessOf(item), exclusive, rating, state]
    .filter(Boolean)
    .join(', ');
}

/** "5 pictures, 1 video". */
export const holdsLabel = ({ pictures, videos }: NonNullable<ContentView['holds']>): string =>
  [
    pictures > 0 ? i18n._(msg`${plural(pictures, { one: '# picture', other: '# pictures' })}`) : null,
    videos > 0 ? i18n._(msg`${plural(videos, { one: '# video', other: '# videos' })}`) : null,
  ]
    .filter(Boolean)
    .join(', ');

const kindOf = ({ mediaType, isLocked, holds }: LabelItem): string => {
  if (!holds) return kindOfFile(mediaType, isLocked);
  const what = holdsLabel(holds);
  return isLocked ? i18n._(msg`Locked: ${what}`) : what;
};

const kindOfFile = (mediaType: LabelItem['mediaType'], isLocked: boolean): string =>
  isLocked
    ? i18n._(msg`${select(mediaType, { video: 'Locked video', audio: 'Locked sound', other: 'Locked picture' })}`)
    : i18n._(msg`${select(mediaType, { video: 'Video', audio: 'Sound', other: 'Picture' })}`);

function spokenDuration(duration: number | null): string | null {
  if (duration === null) return null;
  const total = Math.round(duration);
  const [minutes, seconds] = [Math.floor(total / 60), total % 60];
  if (minutes === 0) return i18n._(msg`${plural(seconds, { one: '# second', other: '# seconds' })}`);
  return i18n._(msg`${plural(minutes, { one: '# minute', other: '# minutes' })} ${seconds}`);
}

function accessOf({ price, isLocked, isPurchased, isOwn, isPremium, needsLevel, tierName }: LabelItem): string | null {
  if (needsLevel) return i18n._(msg`Confirm who you are`);
  const isSold = price > 0;
  if (isLocked && isSold) return i18n._(msg`${plural(price, { one: '# credit', other: '# credits' })}`);
  if (isPurchased) return i18n._(msg`owned`);
  if (isOwn && isPremium && isSold)
    return i18n._(msg`${plural(price, { one: '# credit', other: '# credits' })} to others`);
  if (!isLocked && !(isOwn && isPremium)) return null;
  return tierName ? i18n._(msg`with ${tierName}`) : i18n._(msg`for subscribers`);
}
