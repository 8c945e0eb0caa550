import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TakedownClass } from '@vlam/contract/rules/takedowns';
import { formatDate, formatTime } from '../../lib/format.ts';
import { languageStore } from '../../lib/language.ts';
import { useStore } from '../../lib/store.ts';

/** How complainants choose. */
export const kindLabels: Record<TakedownClass, MessageDescriptor> = {
  image: msg`My image, without my yes`,
  minor: msg`Somebody under 18`,
  threat: msg`Threats, extortion, trafficking`,
  impersonation: msg`Somebody pretends to be me, or a fake`,
  copyright: msg`My work, copied`,
  order: msg`A court order, or a regulator's notice`,
  other: msg`Something else`,
};

/** How staff read it. */
export const classLabels: Record<TakedownClass, MessageDescriptor> = {
  image: msg`Image without consent`,
  minor: msg`Under 18`,
  threat: msg`Threat or extortion`,
  impersonation: msg`Impersonation`,
  copyright: msg`Copyright`,
  order: msg`Order or notice`,
  other: msg`Other`,
};

/** `today 20:41`, `tomorrow 20:41`, `21 Nov 2026, 20:41`. */
export function useWhen(): (at: string) => string {
  const { t } = useLingui();
  const language = useStore(languageStore);
  return (at) => {
    const time = formatTime(at);
    const now = Date.now();
    const day = formatDate(at, language);
    if (day === formatDate(new Date(now), language)) return t`today ${time}`;
    if (day === formatDate(new Date(now + 86_400_000), language)) return t`tomorrow ${time}`;
    return t`${day}, ${time}`;
  };
}
