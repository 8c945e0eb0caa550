import { Trans, useLingui } from '@lingui/react/macro';
import { ChartBar, ChartOrTable, ChartPlot } from '../../../components/ui/chart-plot.tsx';
import { formatDate, formatRand, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { CreatorStats } from '../api.ts';
import { type Bar, gridLines, hasPreviousEarnings, labelInterval, toBars } from '../series.ts';

/**
 * Bar chart of earnings, the highest bar labelled, with a dotted line for the previous period, whose label is `before`.
 * A button shows the same figures as a table.
 */
export function SeriesChart({ stats, before }: { stats: CreatorStats; before: string }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const bars = toBars(stats);
  const hasPrevious = hasPreviousEarnings(bars);
  const unit = stats.seriesUnit;
  const date = (at: string) => formatDate(at, language);
  const longLabel = ({ from }: Bar) =>
    unit === 'hour' ? formatTime(from) : unit === 'month' ? date(from).replace(/^\d+ /, '') : date(from);
  const axisLabel = ({ from }: Bar) => {
    const [day = '', month = ''] = date(from).split(' ');
    if (unit === 'hour') return formatTime(from);
    if (unit === 'month') return month;
    return stats.period === 'week' ? `${day} ${month}` : day;
  };
  const best = bars.reduce((found, bar, index) => (bar.cents > (bars[found]?.cents ?? 0) ? index : found), 0);
  const bestBar = bars[best];
  const earned = bestBar && bestBar.cents > 0;
  const summary = earned
    ? t`Earnings over the period; the most, ${formatRand(bestBar.cents / 100)}, on ${longLabel(bestBar)}`
    : t`Nothing earned in this period yet`;
  const rand = (cents: number) => formatRand(cents / 100);
  return (
    <figure className="mt-5">
      <ChartOrTable
        caption={<Trans>Earnings over the period</Trans>}
        columns={[<Trans key="when">When</Trans>, <Trans key="earned">Earned</Trans>, ...(hasPrevious ? [before] : [])]}
        rows={bars
          .filter(({ isAhead, before: sum }) => !isAhead || sum !== null)
          .map((bar) => ({
            key: bar.from,
            cells: [
              longLabel(bar),
              bar.isAhead ? '' : rand(bar.cents),
              ...(hasPrevious ? [bar.before === null ? '' : rand(bar.before)] : []),
            ],
          }))}
      >
        <BarChart
          bars={bars}
          best={best}
          summary={summary}
          longLabel={longLabel}
          axisLabel={axisLabel}
          labelStep={labelInterval(unit, bars.length)}
        />
      </ChartOrTable>
    </figure>
  );
}

interface BarChartProps {
  bars: readonly Bar[];
  best: number;
  summary: string;
  longLabel(bar: Bar): string;
  axisLabel(bar: Bar): string;
  labelStep: number;
}

function BarChart({ bars, best, summary, longLabel, axisLabel, labelStep }: BarChartProps) {
  const highest = Math.max(0, ...bars.map(({ cents, before }) => Math.max(cents, before ?? 0)));
  return (
    <ChartPlot
      count={bars.length}
      summary={summary}
      lines={gridLines(highest)}
      highest={highest}
      lineLabel={shortRand}
      wide={290}
      left={44}
      columnLabel={(index, { scale }) => {
        const bar = bars[index];
        return bar && index % (labelStep * Math.ceil(scale)) === 0 ? axisLabel(bar) : null;
      }}
      named={best}
      pillOf={(index, isPointed) => {
        const bar = bars[index];
        if (!bar || bar.isAhead || (bar.cents <= 0 && !isPointed)) return null;
        const amount = formatRand(isPointed ? bar.cents / 100 : Math.trunc(bar.cents / 100));
        return { text: isPointed ? `${longLabel(bar)}  ${amount}` : amount, value: Math.max(0, bar.cents) };
      }}
    >
      {(at, shown) => (
        <>
          {bars.map((bar, index) => (
            <ChartBar key={bar.from} {...{ at, index }} value={Math.max(0, bar.cents)} isShown={index === shown} />
          ))}
          {hasPreviousEarnings(bars) ? (
            <polyline
              points={bars
                .flatMap(({ before }, index) => (before === null ? [] : `${at.x(index)},${at.y(before)}`))
                .join(' ')}
              className="fill-none stroke-ink"
              strokeWidth={1.5}
              strokeDasharray="3 3"
              strokeLinejoin="round"
            />
          ) : null}
        </>
      )}
    </ChartPlot>
  );
}

/** `R500`, `R1.5k`. */
function shortRand(cents: number): string {
  const rand = cents / 100;
  return rand >= 1000 ? `R${Math.round(rand / 100) / 10}k` : formatRand(rand);
}
