import { Trans, useLingui } from '@lingui/react/macro';
import { type PointerEvent, useState } from 'react';
import { formatDate, formatRand, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { useChartSize } from '../../../lib/use-chart-size.ts';
import type { CreatorStats } from '../api.ts';
import { type Bar, gridLines, hasPreviousEarnings, labelInterval, toBars } from '../series.ts';

const heights = { narrow: 200, wide: 290 } as const;
/** Margins of the plot at the default text size, in pixels. */
const margins = { left: 44, top: 40, bottom: 24 } as const;

/**
 * Bar chart of earnings, the highest bar labelled, with a dotted line for the previous period, whose label is `before`.
 * A button shows the same figures as a table.
 */
export function SeriesChart({ stats, before }: { stats: CreatorStats; before: string }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [asTable, setAsTable] = useState(false);
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
  return (
    <figure className="mt-5">
      {asTable ? null : (
        <BarChart
          bars={bars}
          best={best}
          summary={summary}
          longLabel={longLabel}
          axisLabel={axisLabel}
          labelStep={labelInterval(unit, bars.length)}
        />
      )}
      <div tabIndex={asTable ? 0 : undefined} className={asTable ? 'max-h-80 overflow-y-auto' : 'sr-only'}>
        <table className="w-full text-sm">
          <caption className="sr-only">
            <Trans>Earnings over the period</Trans>
          </caption>
          <thead>
            <tr className="text-left text-faint text-meta">
              <th scope="col" className="pb-2 font-normal">
                <Trans>When</Trans>
              </th>
              <th scope="col" className="pb-2 text-right font-normal">
                <Trans>Earned</Trans>
              </th>
              {hasPrevious ? (
                <th scope="col" className="w-2/5 pb-2 pl-4 text-right font-normal first-letter:uppercase">
                  {before}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.from} className="border-line border-t">
                <th scope="row" className="py-2 text-left font-normal">
                  {longLabel(bar)}
                </th>
                <td className="py-2 text-right font-semibold tabular-nums">{formatRand(bar.cents / 100)}</td>
                {hasPrevious ? (
                  <td className="py-2 pl-4 text-right text-muted tabular-nums">
                    {formatRand((bar.before ?? 0) / 100)}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <button
        type="button"
        aria-pressed={asTable}
        onClick={() => setAsTable((shown) => !shown)}
        className="press mt-1 -ml-2 inline-flex h-11 items-center rounded-pill px-2 font-semibold text-ember-text text-sm hover:bg-surface-2"
      >
        {asTable ? <Trans>Show as a chart</Trans> : <Trans>Show as a table</Trans>}
      </button>
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
  const [box, width, scale] = useChartSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const [left, top, bottom] = [margins.left * scale, margins.top * scale, margins.bottom * scale];
  const height = (width > 480 ? heights.wide : heights.narrow) + (scale - 1) * (margins.top + margins.bottom);
  const highestCents = Math.max(0, ...bars.map(({ cents, before }) => Math.max(cents, before ?? 0)));
  const lines = gridLines(highestCents);
  const topCents = Math.max(highestCents, lines.at(-1) ?? 1);
  const step = (width - left) / Math.max(1, bars.length);
  const y = (cents: number) => top + (height - top - bottom) * (1 - Math.max(0, cents) / topCents);
  const middle = (index: number) => left + step * (index + 0.5);
  const shown = pointed ?? best;
  const shownBar = bars[shown];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const at = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - left) / step);
    setPointed(at >= 0 && at < bars.length ? at : null);
  };
  const pill = shownBar && (shownBar.cents > 0 || pointed !== null) ? formatRand(shownBar.cents / 100) : '';
  const text = pointed === null || !shownBar ? pill : `${longLabel(shownBar)}  ${pill}`;
  const half = (text.length * 3.7 + 12) * scale;
  const pillX = Math.min(Math.max(middle(shown), left + half), width - half);
  return (
    <div ref={box}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
        className="block w-full fill-faint text-[0.75rem] tabular-nums"
        style={{ height }}
      >
        {lines.map((line) => (
          <g key={line}>
            <line x1={left} x2={width} y1={y(line)} y2={y(line)} className="stroke-line" />
            <text x={left - 8} y={y(line) + 4 * scale} textAnchor="end">
              {shortRand(line)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <rect
            key={bar.from}
            x={middle(index) - step * 0.32}
            y={y(bar.cents)}
            width={step * 0.64}
            height={Math.max(0, height - bottom - y(bar.cents))}
            rx={Math.min(3, step * 0.25)}
            className={index === shown ? 'fill-chart-1' : 'fill-chart-quiet'}
          />
        ))}
        {hasPreviousEarnings(bars) ? (
          <polyline
            points={bars.map((bar, index) => `${middle(index)},${y(bar.before ?? 0)}`).join(' ')}
            className="fill-none stroke-ink"
            strokeWidth={1.5}
            strokeDasharray="3 3"
            strokeLinejoin="round"
          />
        ) : null}
        {bars.map((bar, index) =>
          index % (labelStep * Math.ceil(scale)) === 0 ? (
            <text key={bar.from} {...labelAt(middle(index), width, scale)} y={height - 5 * scale}>
              {axisLabel(bar)}
            </text>
          ) : null,
        )}
        {text && shownBar ? (
          <g>
            <rect
              x={pillX - half}
              y={y(shownBar.cents) - 30 * scale}
              width={half * 2}
              height={24 * scale}
              rx={12 * scale}
              className="fill-ink"
            />
            <text x={pillX} y={y(shownBar.cents) - 14 * scale} textAnchor="middle" className="fill-bg font-bold">
              {text}
            </text>
          </g>
        ) : null}
      </svg>
    </div>
  );
}

/** Half the width of the widest axis label, in pixels. */
const labelHalf = 18;
/** Centres a label under its bar; aligns it to the right edge where it would overflow. */
const labelAt = (x: number, width: number, scale: number) =>
  x + labelHalf * scale > width ? ({ x: width, textAnchor: 'end' } as const) : ({ x, textAnchor: 'middle' } as const);

/** `R500`, `R1.5k`. */
function shortRand(cents: number): string {
  const rand = cents / 100;
  return rand >= 1000 ? `R${Math.round(rand / 100) / 10}k` : formatRand(rand);
}
