import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Stat } from '../../../components/ui/stat.tsx';
import { formatDate, formatNumber, formatRand, formatWeekday } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { CreatorStats } from '../api.ts';
import { monthName } from '../months.ts';

/** Earnings of the other periods in whole rand (the chosen one is the headline above) and the subscriber count. */
export function StatCards({ stats }: { stats: CreatorStats }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { bestDay, earningSince, newSubscribers, salesToday } = stats;
  const wholeRand = (rand: number) => formatRand(Math.trunc(rand));
  const day = bestDay && formatWeekday(bestDay, language);
  const since = earningSince && `${monthName(earningSince, language)} ${formatDate(earningSince).split(' ')[2]}`;
  const added = formatNumber(newSubscribers);
  const periods = [
    {
      period: 'day',
      label: t`Today`,
      value: wholeRand(stats.dailyEarnings),
      note: salesToday > 0 ? <Plural value={salesToday} one="# payment" other="# payments" /> : null,
    },
    {
      period: 'week',
      label: t`The last 7 days`,
      value: wholeRand(stats.weeklyEarnings),
      note: day ? <Trans>best: {day}</Trans> : null,
    },
    { period: 'month', label: t`This month`, value: wholeRand(stats.monthlyEarnings), note: null },
    {
      period: 'total',
      label: t`All time`,
      value: wholeRand(stats.totalEarnings),
      note: since ? <Trans>since {since}</Trans> : null,
    },
  ].filter(({ period }) => period !== stats.period);
  const subscribers = {
    period: 'subscribers',
    label: t`Subscribers`,
    value: formatNumber(stats.subscribers),
    note: newSubscribers > 0 ? <Trans>{added} new this month</Trans> : null,
  };
  return (
    <div className="mt-8 overflow-clip border-line border-y lg:mt-10">
      {/* As many columns as fit the text; borders of the first column and row are clipped. */}
      <dl className="-mt-px -ml-[17px] grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] *:border-line *:border-t *:border-l *:py-4 *:pl-4 lg:-ml-[25px] lg:grid-cols-4 lg:*:py-5 lg:*:pl-6">
        {[...periods, subscribers].map(({ period, label, value, note }) => (
          <Stat key={period} {...{ label, value, note }} />
        ))}
      </dl>
    </div>
  );
}
