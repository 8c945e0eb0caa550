import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import { formatRand } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { CreatorStats } from '../api.ts';
import { monthName } from '../months.ts';
import { hasPreviousEarnings, percentChange, toBars } from '../series.ts';
import { SeriesChart } from './series-chart.tsx';

/** Earnings of the period, the change from the previous one, and a chart. */
export function Earnings({ stats }: { stats: CreatorStats }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const nameOf = (series: CreatorStats['previousSeries']) => monthName(series?.[0]?.from ?? new Date(), language);
  const [month, monthBefore] = [nameOf(stats.series), nameOf(stats.previousSeries)];
  const labels = {
    day: t`Today so far`,
    week: t`The last 7 days`,
    month: t`${month} so far`,
    total: t`Everything so far`,
  };
  const before = { day: t`yesterday`, week: t`the 7 days before`, month: monthBefore, total: '' };
  // Of the month before, only as many days count.
  const compared = { ...before, month: t`the same days of ${monthBefore}` }[stats.period];
  const change = percentChange(stats);
  const figure = formatRand(Math.trunc(stats.periodEarnings));
  const isLong = figure.length > 7;
  return (
    <div className="min-w-0">
      <p className="text-muted text-sm">{labels[stats.period]}</p>
      <p
        className={clsx(
          'num -ml-[3px] mt-2.5 leading-[.9]! tracking-[-0.05em]! lg:-ml-[5px]',
          isLong
            ? 'text-[min(3.25rem,17vw)] xs:text-[min(3.75rem,20vw)] lg:text-[5.25rem]'
            : 'text-[min(3.75rem,20vw)] xs:text-[min(4.5rem,24vw)] lg:text-[6.5rem]',
        )}
      >
        {figure}
      </p>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 text-sm empty:hidden">
        {change === null ? null : (
          <p
            className={clsx(
              'flex items-center gap-1.5 font-semibold',
              change > 0 ? 'text-online' : change < 0 ? 'text-danger' : 'text-muted',
            )}
          >
            {change < 0 ? <TrendingDown size={18} aria-hidden /> : <TrendingUp size={18} aria-hidden />}
            {change > 0 ? (
              <Trans>
                {change}% up on {compared}
              </Trans>
            ) : change < 0 ? (
              <Trans>
                {-change}% down on {compared}
              </Trans>
            ) : (
              <Trans>Level with {compared}</Trans>
            )}
          </p>
        )}
        {hasPreviousEarnings(toBars(stats)) ? (
          <p className="ml-auto flex items-center gap-2.5 text-faint text-meta">
            <svg width="22" height="2" aria-hidden className="stroke-ink">
              <path d="M0 1h22" strokeWidth="1.5" strokeDasharray="3 3" />
            </svg>
            <span className="inline-block first-letter:uppercase">{before[stats.period]}</span>
          </p>
        ) : null}
      </div>
      <SeriesChart stats={stats} before={before[stats.period]} />
    </div>
  );
}
