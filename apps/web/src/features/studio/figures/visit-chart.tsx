import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import { ChartBar, ChartOrTable, ChartPlot } from '../../../components/ui/chart-plot.tsx';
import { formatCompact, formatDate, formatNumber } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { CreatorFigures } from './api.ts';
import { gridLines, type Step, toSteps } from './series.ts';

/** Visits of the period, the change from the one before, and a chart by day, week or month. */
export function VisitChart({ visits: { total, previous, days } }: Pick<CreatorFigures, 'visits'>) {
  const figure = formatNumber(total);
  const change = previous === null ? null : Math.round(((total - previous) / previous) * 100);
  return (
    <div className="min-w-0">
      <p className="text-muted text-sm">
        <Trans>Visits of your page</Trans>
      </p>
      <p
        className={clsx(
          'num -ml-[3px] mt-2.5 leading-[.9]! tracking-[-0.05em]! lg:-ml-[5px]',
          figure.length > 6
            ? 'text-[min(3.25rem,17vw)] xs:text-[min(3.75rem,20vw)] lg:text-[5.25rem]'
            : 'text-[min(3.75rem,20vw)] xs:text-[min(4.5rem,24vw)] lg:text-[6.5rem]',
        )}
      >
        {figure}
      </p>
      {change === null || change > 500 ? null : (
        <p
          className={clsx(
            'mt-4 flex items-center gap-1.5 font-semibold text-sm',
            change > 0 ? 'text-online' : change < 0 ? 'text-danger' : 'text-muted',
          )}
        >
          {change < 0 ? <TrendingDown size={18} aria-hidden /> : <TrendingUp size={18} aria-hidden />}
          {change > 0 ? (
            <Trans>{change}% up on the days before</Trans>
          ) : change < 0 ? (
            <Trans>{-change}% down on the days before</Trans>
          ) : (
            <Trans>Level with the days before</Trans>
          )}
        </p>
      )}
      <Chart steps={toSteps(days)} isMonths={days.length > 100} />
    </div>
  );
}

function Chart({ steps, isMonths }: { steps: readonly Step[]; isMonths: boolean }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const dateOf = (day: string) => formatDate(`${day}T12:00:00+02:00`, language);
  const short = (day: string) => dateOf(day).split(' ').slice(0, 2).join(' ');
  const nameOf = ({ from, to }: Step) =>
    isMonths ? dateOf(from).replace(/^\d+ /, '') : from === to ? dateOf(from) : `${short(from)} – ${dateOf(to)}`;
  const best = steps.reduce((found, step, index) => (step.visits > (steps[found]?.visits ?? 0) ? index : found), 0);
  const most = steps[best];
  const lines = gridLines(Math.max(0, ...steps.map(({ visits }) => visits)));
  const summary =
    most && most.visits > 0
      ? t`Visits over the period; the most, ${formatNumber(most.visits)}, on ${nameOf(most)}`
      : t`No visits in this period yet`;
  return (
    <figure className="mt-5">
      <ChartOrTable
        caption={<Trans>Visits over the period</Trans>}
        columns={[<Trans key="when">When</Trans>, <Trans key="visits">Visits</Trans>]}
        rows={steps.map((step) => ({ key: step.from, cells: [nameOf(step), formatNumber(step.visits)] }))}
      >
        <ChartPlot
          count={steps.length}
          summary={summary}
          lines={lines}
          lineLabel={formatCompact}
          wide={290}
          left={44}
          columnLabel={(index, { width, scale }) => {
            const step = steps[index];
            const every = Math.ceil(steps.length / Math.max(2, Math.min(7, Math.floor(width / (64 * scale)))));
            if (!step || (steps.length - 1 - index) % every !== 0) return null;
            return isMonths ? (dateOf(step.from).split(' ')[1] ?? '') : short(step.from);
          }}
          named={best}
          pillOf={(index, isPointed) => {
            const step = steps[index];
            if (!step || (step.visits === 0 && !isPointed)) return null;
            const count = formatNumber(step.visits);
            return { text: isPointed ? `${nameOf(step)}  ${count}` : count, value: step.visits };
          }}
        >
          {(at, shown) =>
            steps.map(({ from, visits }, index) => (
              <ChartBar key={from} {...{ at, index }} value={visits} isShown={index === shown} />
            ))
          }
        </ChartPlot>
      </ChartOrTable>
    </figure>
  );
}
