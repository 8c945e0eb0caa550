import { Trans, useLingui } from '@lingui/react/macro';
import type { TipMenuItem } from '@vlam/contract/messaging-tip-menu';
import { clsx } from 'clsx';
import { formatNumber } from '../../lib/numbers.ts';
import { CreditToken } from '../ui/marks.tsx';

interface TipMenuRowsProps {
  items: readonly TipMenuItem[];
  /** The chosen item, where one stays chosen. */
  chosen?: string | null;
  /** Absent where nothing can be chosen. */
  onChoose?: ((item: TipMenuItem) => void) | undefined;
  className?: string;
}

/** What a creator's tips can be for, each a button with its price. */
export function TipMenuRows({ items, chosen, onChoose, className }: TipMenuRowsProps) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Tip menu`} className={clsx('grid gap-1.5', className)}>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            {...(chosen === undefined ? {} : { 'aria-pressed': item.id === chosen })}
            disabled={!onChoose}
            onClick={() => onChoose?.(item)}
            className={clsx(
              'flex min-h-13 w-full items-center justify-between gap-4 rounded-field px-4 py-2 text-left',
              item.id === chosen
                ? 'bg-gold-soft inset-ring inset-ring-gold'
                : 'bg-surface-2 enabled:hover:bg-surface-3',
            )}
          >
            <span className="min-w-0">
              <span className="block wrap-anywhere font-semibold">{item.name}</span>
              {item.description ? (
                <span className="block wrap-anywhere text-muted text-sm">{item.description}</span>
              ) : null}
            </span>
            <span className="num inline-flex shrink-0 items-center gap-1 text-[1.0625rem] text-gold">
              <CreditToken />
              {formatNumber(item.credits)}
              <span className="sr-only">
                {' '}
                <Trans>credits</Trans>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
