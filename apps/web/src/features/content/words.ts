import { i18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { ContentView } from '@vlam/contract/content';

/** What a listener hears of a tile: "Locked picture, Blue hour, 8 credits". */
export function tileLabel(item: Pick<ContentView, 'title' | 'price' | 'isLocked' | 'isPurchased'>): string {
  const { title, price } = item;
  if (item.isLocked && price > 0)
    return i18n._(msg`Locked picture, ${title}, ${plural(price, { one: '# credit', other: '# credits' })}`);
  if (item.isLocked) return i18n._(msg`Locked picture, ${title}, for subscribers`);
  if (item.isPurchased) return i18n._(msg`Picture, ${title}, owned`);
  return i18n._(msg`Picture, ${title}`);
}
