import { Trans, useLingui } from '@lingui/react/macro';
import { ChartBar, ChartOrTable, ChartPlot } from '../../../components/ui/chart-plot.tsx';
import { formatCompact, formatDate, formatNumber } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { CreatorFigures } from './api.ts';
import { gridLines, percentOf } from './series.ts';

/** Paid time that ended, by month: bars of what was renewed, a dotted line of what was not. */
export function Renewals({ months, until }: { months: CreatorFigures['months']; until: string | null }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const bars = [...months].reverse();
  const latest = bars.at(-1);
  if (!latest)
    return (
      <p className="text-muted text-sm">
        <Trans>When the first subscription comes up for renewal, you see here how many stay.</Trans>
      </p>
    );
  const nameOf = (month: string) => formatDate(`${month}-15T12:00:00+02:00`, language).replace(/^\d+ /, '');
  const total = bars.reduce(
    (sum, { renewed, ended }) => ({ renewed: sum.renewed + renewed, ended: sum.ended + ended }),
    { renewed: 0, ended: 0 },
  );
  const kept = percentOf(total.renewed, total.renewed + total.ended) ?? 0;
  const highest = Math.max(...bars.map(({ renewed, ended }) => Math.max(renewed, ended)));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <p>
          <Trans>
            <b>{kept}%</b> renewed
          </Trans>
        </p>
        <p aria-hidden className="flex items-center gap-2.5 text-faint text-meta">
          <svg width="22" height="2" className="stroke-ink">
            <title>{t`Ended`}</title>
            <path d="M0 1h22" strokeWidth="1.5" strokeDasharray="3 3" />
          </svg>
          <Trans>Ended</Trans>
        </p>
      </div>
      <ChartOrTable
        caption={<Trans>Renewals by month</Trans>}
        columns={[
          <Trans key="month">Month</Trans>,
          <Trans key="renewed">Renewed</Trans>,
          <Trans key="ended">Ended</Trans>,
        ]}
        rows={bars.map(({ month, renewed, ended }) => ({
          key: month,
          cells: [nameOf(month), formatNumber(renewed), formatNumber(ended)],
        }))}
      >
        <ChartPlot
          count={bars.length}
          summary={t`Renewals by month; ${kept}% of paid time was renewed`}
          lines={gridLines(highest)}
          lineLabel={formatCompact}
          wide={230}
          left={36}
          columnLabel={(index, { width, scale }) => {
            const bar = bars[index];
            const every = Math.ceil(bars.length / Math.max(2, Math.floor(width / (44 * scale))));
            return bar && (bars.length - 1 - index) % every === 0 ? (nameOf(bar.month).split(' ')[0] ?? '') : null;
          }}
          named={bars.length - 1}
          pillOf={(index, isPointed) => {
            const bar = bars[index];
            if (!bar) return null;
            const count = formatNumber(bar.renewed);
            return {
              text: isPointed ? `${nameOf(bar.month)}  ${count} / ${formatNumber(bar.ended)}` : count,
              value: bar.renewed,
            };
          }}
        >
          {(at, shown) => (
            <>
              {bars.map(({ month, renewed }, index) => (
                <ChartBar key={month} {...{ at, index }} value={renewed} isShown={index === shown} />
              ))}
              <polyline
                points={bars.map(({ ended }, index) => `${at.x(index)},${at.y(ended)}`).join(' ')}
                className="fill-none stroke-ink"
                strokeWidth={1.5}
                strokeDasharray="3 3"
                strokeLinejoin="round"
              />
            </>
          )}
        </ChartPlot>
      </ChartOrTable>
      {until ? (
        <p className="mt-1 text-faint text-meta">
          <Trans>
            Up to {formatDate(`${until}T12:00:00+02:00`, language)}: a failed payment is tried again for a week.
          </Trans>
        </p>
      ) : null}
    </>
  );
}
