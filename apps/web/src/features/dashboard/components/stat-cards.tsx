import { useLingui } from '@lingui/react/macro';
import { Stat } from '../../../components/ui/stat.tsx';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import type { CreatorStats } from '../api.ts';

/** Today, this week, this month and in all; the chosen one stands above as the headline. */
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
    <dl className="mt-8 grid grid-cols-2 border-line border-y *:py-4 *:even:border-line *:even:border-l *:even:pl-4 *:nth-[n+3]:border-line *:nth-[n+3]:border-t lg:mt-10 lg:grid-cols-4 lg:*:border-t-0! lg:*:py-5 lg:*:not-first:border-line lg:*:not-first:border-l lg:*:not-first:pl-6">
      {cards.map(({ period, label, value }) => (
        <Stat key={period} label={label} value={value} />
      ))}
    </dl>
  );
}
