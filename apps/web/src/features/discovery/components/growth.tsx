import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { formatNumber } from '../../../lib/numbers.ts';

/** Growth against the window before, in whole per cent: an arrow and text besides the colour. */
export function Growth({ per, large = false }: { per: number | null; large?: boolean }) {
  const { t } = useLingui();
  if (per === null)
    return (
      <span className="text-faint" role="img" aria-label={t`not counted`}>
        {'–'}
      </span>
    );
  if (per === 0) return <Trans>steady</Trans>;
  const percent = formatNumber(Math.abs(per));
  const Arrow = per > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={clsx('inline-flex items-center gap-0.5', !large && (per > 0 ? 'text-online' : 'text-faint'))}>
      <Arrow size={large ? 22 : 13} strokeWidth={large ? 2.6 : 2.1} className="shrink-0" />
      {per > 0 ? <Trans>{percent}% up</Trans> : <Trans>{percent}% down</Trans>}
    </span>
  );
}
