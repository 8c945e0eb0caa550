import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Classification, WarningLabel } from '@vlam/contract/rules/classification';
import { clsx } from 'clsx';

export interface Rated {
  classification: Classification;
  warningLabels?: readonly WarningLabel[] | undefined;
}

/** What each advice letter of the Film and Publication Board warns of. */
export const adviceNames: Record<WarningLabel, MessageDescriptor> = {
  S: msg`sex`,
  N: msg`nudity`,
  L: msg`language`,
  V: msg`violence`,
  SV: msg`sexual violence`,
  P: msg`prejudice`,
  D: msg`drugs`,
};

/** The rating of the Film and Publication Board as it is printed: "18 · S N". */
export const ratingText = ({ classification, warningLabels = [] }: Rated): string =>
  warningLabels.length === 0 ? classification : `${classification} · ${warningLabels.join(' ')}`;

/** Class and advice letters of an item; spoken in words. */
export function RatingTag({ item, className }: { item: Rated; className?: string }) {
  const { t, i18n } = useLingui();
  const advice = (item.warningLabels ?? []).map((label) => i18n._(adviceNames[label]));
  const spoken = [t`Rated ${item.classification}`, ...advice].join(', ');
  return (
    <span
      role="img"
      aria-label={spoken}
      title={spoken}
      data-slot="rating"
      className={clsx(
        'inline-flex h-6 shrink-0 items-center whitespace-nowrap rounded-[7px] px-2 font-bold text-micro tabular-nums leading-none',
        className ?? 'bg-surface-3 text-ink',
      )}
    >
      {ratingText(item)}
    </span>
  );
}
