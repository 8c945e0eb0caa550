import { Trans, useLingui } from '@lingui/react/macro';
import { type PointerEvent, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { formatCompact, formatRand } from '../../../lib/numbers.ts';
import { useStore } from '../../../lib/store.ts';
import { useChartSize } from '../../../lib/use-chart-size.ts';
import { type FigureName, figureLabels, formatFigure, gridLines, isDaily, type Point } from './figures.ts';

const heights = { narrow: 200, wide: 260 } as const;
/** Margins of the plot at the default text size, in pixels. */
const margins = { left: 52, top: 40, bottom: 24 } as const;

/** One figure over thirty days, with its last value named. A button shows the same as a table. */
export function DayChart({ name, points }: { name: FigureName; points: readonly Point[] }) {
  const { t, i18n } = useLingui();
  const language = useStore(languageStore);
  const [asTable, setAsTable] = useState(false);
  const label = i18n._(figureLabels[name]);
  const dateOf = (day: string) => formatDate(`${day}T12:00:00+02:00`, language);
  const last = points.at(-1);
  if (!last)
    return (
      <p className="mt-5 text-muted">
        <Trans>Nothing was measured yet.</Trans>
      </p>
    );
  return (
    <figure className="mt-4">
      <figcaption className="font-semibold text-button">{label}</figcaption>
      {asTable ? null : (
        <Plot
          name={name}
          points={points}
          dateOf={dateOf}
          summary={t`${label} over ${points.length} days; the last, ${formatFigure(name, last.value ?? 0)}`}
        />
      )}
      <div tabIndex={asTable ? 0 : undefined} className={asTable ? 'mt-3 max-h-80 overflow-y-auto' : 'sr-only'}>
        <table className="w-full text-sm">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="text-left text-faint text-meta">
              <th scope="col" className="pb-2 font-normal">
                <Trans>Day</Trans>
              </th>
              <th scope="col" className="pb-2 text-right font-normal">
                {label}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, value }) => (
              <tr key={day} className="border-line border-t">
                <th scope="row" className="py-2 text-left font-normal">
                  {dateOf(day)}
                </th>
                <td className="py-2 text-right font-semibold tabular-nums">
                  {value === null ? '–' : formatFigure(name, value)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <button
        type="button"
        aria-pressed={asTable}
        onClick={() => setAsTable((shown) => !shown)}
        className="press mt-1 -ml-2 inline-flex min-h-11 items-center rounded-pill px-2 font-semibold text-ember-text text-sm hover:bg-surface-2"
      >
        {asTable ? <Trans>Show as a chart</Trans> : <Trans>Show as a table</Trans>}
      </button>
    </figure>
  );
}

interface PlotProps {
  name: FigureName;
  points: readonly Point[];
  summary: string;
  dateOf(day: string): string;
}

function Plot({ name, points, summary, dateOf }: PlotProps) {
  const [box, width, scale] = useChartSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const bars = isDaily(name);
  const [left, top, bottom] = [margins.left * scale, margins.top * scale, margins.bottom * scale];
  const height = (width > 480 ? heights.wide : heights.narrow) + (scale - 1) * (margins.top + margins.bottom);
  const lines = gridLines(
    points.flatMap(({ value }) => value ?? []),
    bars,
  );
  const [lowest, highest] = [lines[0] ?? 0, Math.max(lines.at(-1) ?? 1, (lines[0] ?? 0) + 1)];
  const step = (width - left) / points.length;
  const x = (index: number) => left + step * (index + 0.5);
  const y = (value: number) => top + (height - top - bottom) * (1 - (value - lowest) / (highest - lowest));
  const shown = pointed ?? points.length - 1;
  const shownPoint = points[shown];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const at = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - left) / step);
    setPointed(at >= 0 && at < points.length ? at : null);
  };
  const labelEvery = Math.ceil(points.length / Math.max(2, Math.min(5, Math.floor((width - left) / (60 * scale)))));
  const isMoney = name === 'dailyRevenue' || name === 'totalRevenue';
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
              {axisText(line, isMoney)}
            </text>
          </g>
        ))}
        {bars ? (
          points.map(({ day, value }, index) =>
            value === null ? null : (
              <rect
                key={day}
                x={x(index) - step * 0.32}
                y={y(value)}
                width={step * 0.64}
                height={Math.max(0, height - bottom - y(value))}
                rx={Math.min(3, step * 0.25)}
                className={index === shown ? 'fill-chart-1' : 'fill-chart-quiet'}
              />
            ),
          )
        ) : (
          <>
            <polyline
              points={points
                .flatMap(({ value }, index) => (value === null ? [] : [`${x(index)},${y(value)}`]))
                .join(' ')}
              strokeWidth={2}
              strokeLinejoin="round"
              className="fill-none stroke-chart-quiet"
            />
            {typeof shownPoint?.value === 'number' ? (
              <circle cx={x(shown)} cy={y(shownPoint.value)} r={5} className="fill-chart-1" />
            ) : null}
          </>
        )}
        {points.map(({ day }, index) =>
          (points.length - 1 - index) % labelEvery === 0 ? (
            <text key={day} {...labelAt(x(index), width, scale)} y={height - 5 * scale}>
              {dateOf(day).split(' ').slice(0, 2).join(' ')}
            </text>
          ) : null,
        )}
        {typeof shownPoint?.value === 'number' ? (
          <Pill
            text={`${pointed === null ? '' : `${dateOf(shownPoint.day)}  `}${formatFigure(name, shownPoint.value)}`}
            at={x(shown)}
            y={y(shownPoint.value)}
            {...{ left, width, scale }}
          />
        ) : null}
      </svg>
    </div>
  );
}

/** The value above its bar or dot. */
function Pill({
  text,
  at,
  y,
  left,
  width,
  scale,
}: {
  text: string;
  at: number;
  y: number;
  left: number;
  width: number;
  scale: number;
}) {
  const half = (text.length * 3.7 + 12) * scale;
  const middle = Math.min(Math.max(at, left + half), width - half);
  return (
    <g>
      <rect
        x={middle - half}
        y={y - 34 * scale}
        width={half * 2}
        height={24 * scale}
        rx={12 * scale}
        className="fill-ink"
      />
      <text x={middle} y={y - 18 * scale} textAnchor="middle" className="fill-bg font-bold">
        {text}
      </text>
    </g>
  );
}

/** Half the width of the widest axis label, in pixels. */
const labelHalf = 18;
/** Centres a label under its bar; aligns it to the right edge where it would overflow. */
const labelAt = (x: number, width: number, scale: number) =>
  x + labelHalf * scale > width ? ({ x: width, textAnchor: 'end' } as const) : ({ x, textAnchor: 'middle' } as const);

/** `52.2k`, `R1.5k`, `R2.1m`. */
function axisText(value: number, isMoney: boolean): string {
  const sign = isMoney ? 'R' : '';
  if (Math.abs(value) >= 1_000_000) return `${sign}${Math.round(value / 10_000) / 100}m`;
  if (Math.abs(value) >= 1_000) return `${sign}${Math.round(value / 10) / 100}k`;
  return isMoney ? formatRand(value) : formatCompact(value);
}
