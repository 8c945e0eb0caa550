import { useLingui } from '@lingui/react/macro';
import { scoreBandOf } from '@vlam/contract/rules/matching';
import { clsx } from 'clsx';
import { bandStyles } from '../labels.ts';

/** A compatibility score in the colour of its band. */
export function Score({ value, className }: { value: number; className?: string }) {
  const { t } = useLingui();
  return (
    <span
      role="img"
      aria-label={t`${value}% compatible`}
      className={clsx(
        'num inline-flex h-8 items-center rounded-pill px-2.5 text-[0.9375rem] tabular-nums',
        bandStyles[scoreBandOf(value)],
        className,
      )}
    >
      {value}%
    </span>
  );
}
