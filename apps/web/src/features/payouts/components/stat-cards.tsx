import { useLingui } from '@lingui/react/macro';
import { Stat } from '../../../components/ui/stat.tsx';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import type { CreatorStats } from '../api.ts';

/** Earnings of the other periods (the chosen one is the headline above) and the subscriber count. */
export function StatCards({ stats }: { stats: CreatorStats }) {
  const { t } = useLingui();
  const periods = [
    { period: 'day', label: t`Today`, value: formatRand(stats.dailyEarnings) },
    { period: 'week', label: t`This week`, value: formatRand(stats.weeklyEarnings) },
    { period: 'month', label: t`This month`, value: formatRand(stats.monthlyEarnings) },
    { period: 'total', label: t`All time`, value: formatRand(stats.totalEarnings) },
  ].filter(({ period }) => period !== stats.period);
  const cards = [...periods, { period: 'subscribers', label: t`Subscribers`, value: formatNumber(stats.subscribers) }];
  return (
    <div className="mt-8 overflow-clip border-line border-y lg:mt-10">
      {/* As many columns as fit the text; borders of the first column and row are clipped. */}
      <dl className="-mt-px -ml-[17px] grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] *:border-line *:border-t *:border-l *:py-4 *:pl-4 lg:-ml-[25px] lg:grid-cols-4 lg:*:py-5 lg:*:pl-6">
        {cards.map(({ period, label, value }) => (
          <Stat key={period} label={label} value={value} />
        ))}
      </dl>
    </div>
  );
}
