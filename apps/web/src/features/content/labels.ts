import { i18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { ContentView } from '@vlam/contract/content';

type LabelItem = Pick<ContentView, 'title' | 'price' | 'isLocked' | 'isPurchased' | 'isOwn' | 'isPremium'>;

/** Accessible name of a tile: "Locked picture, Blue hour, 8 credits". */
export function tileLabel(item: LabelItem): string {
  const { title, price } = item;
  if (item.isLocked && price > 0)
    return i18n._(msg`Locked picture, ${title}, ${plural(price, { one: '# credit', other: '# credits' })}`);
  if (item.isLocked) return i18n._(msg`Locked picture, ${title}, for subscribers`);
  if (item.isPurchased) return i18n._(msg`Picture, ${title}, owned`);
  if (item.isOwn && item.isPremium && price > 0)
    return i18n._(msg`Picture, ${title}, ${plural(price, { one: '# credit', other: '# credits' })} to others`);
  if (item.isOwn && item.isPremium) return i18n._(msg`Picture, ${title}, for subscribers`);
  return i18n._(msg`Picture, ${title}`);
}
