import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FanList, FanSort } from '@vlam/contract/rules/fans';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import type { Fan, FanFacts } from './api.ts';

export const sortLabels: Record<FanSort, MessageDescriptor> = {
  newest: msg`Newest first`,
  spent: msg`Spent most`,
  name: msg`By name`,
};

/** "14 Mar 2024"; without the year in the current one. */
export function shortDay(at: string, now = new Date()): string {
  const date = formatDate(at, languageStore.get());
  return date.endsWith(String(now.getFullYear())) ? date.slice(0, -5) : date;
}

/** "renews 14 Dec", "ends 3 Dec" or "ended 2 Jun"; null without a subscription. */
export function untilText(subscription: Fan['subscription'] | FanFacts['subscription']): string | null {
  if (!subscription) return null;
  const day = shortDay(subscription.paidUntil);
  if (subscription.isOver) return i18n._(msg`ended ${day}`);
  return subscription.renews ? i18n._(msg`renews ${day}`) : i18n._(msg`ends ${day}`);
}

/** What the time of a row says in each list. */
export function sinceText(list: FanList, at: string): string {
  const day = shortDay(at);
  const texts: Record<FanList, MessageDescriptor> = {
    subscribers: msg`Since ${day}`,
    former: msg`Ended ${day}`,
    followers: msg`Follows since ${day}`,
    spenders: msg`Bought last ${day}`,
    restricted: msg`Restricted ${day}`,
    own: msg`Added ${day}`,
  };
  return i18n._(texts[list]);
}
