import { Trans } from '@lingui/react/macro';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { useChartSize } from '../../lib/use-chart-size.ts';

/** Above and below the plot at the default text size, in pixels. */
const margins = { top: 40, bottom: 24 } as const;
const narrow = 200;
/** Half the width of the widest axis label, in pixels. */
const labelHalf = 18;

export interface ChartScale {
  /** The middle of a column, and the width of one. */
  x(index: number): number;
  step: number;
  y(value: number): number;
  /** Where the plot ends and the labels begin. */
  floor: number;
  width: number;
  /** Of the text. */
  scale: number;
}

interface ChartPlotProps {
  count: number;
  summary: string;
  /** Values of the horizontal lines, ascending; the plot reaches from the first to the last, or to `highest`. */
  lines: readonly number[];
  highest?: number;
  lineLabel(value: number): string;
  /** Height on a wide screen, and room for the labels of the lines, at the default text size in pixels. */
  wide: number;
  left: number;
  /** The text of a column under the plot; null for none. */
  columnLabel(index: number, scale: ChartScale): string | null;
  /** What is named above the column pointed at, or above the one that is named by itself. */
  named: number;
  pillOf(index: number, isPointed: boolean): { text: string; value: number } | null;
  /** Bars, lines and dots; `shown` is the named column. */
  children(scale: ChartScale, shown: number): ReactNode;
}

/** The frame of a chart: lines with labels, columns that can be pointed at, and one of them named. */
export function ChartPlot({
  count,
  summary,
  lines,
  highest,
  lineLabel,
  wide,
  left,
  columnLabel,
  named,
  pillOf,
  children,
}: ChartPlotProps) {
  const [box, width, scale] = useChartSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const [start, top, bottom] = [left * scale, margins.top * scale, margins.bottom * scale];
  const height = (width > 480 ? wide : narrow) + (scale - 1) * (margins.top + margins.bottom);
  const lowest = lines[0] ?? 0;
  const most = Math.max(highest ?? 0, lines.at(-1) ?? 1, lowest + 1);
  const step = (width - start) / Math.max(1, count);
  const place: ChartScale = {
    x: (index) => start + step * (index + 0.5),
    y: (value) => top + (height - top - bottom) * (1 - (value - lowest) / (most - lowest)),
    step,
    floor: height - bottom,
    width: width - start,
    scale,
  };
  const shown = pointed ?? named;
  const pill = pillOf(shown, pointed !== null);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const at = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - start) / step);
    setPointed(at >= 0 && at < count ? at : null);
  };
  const labelAt = (x: number) =>
    x + labelHalf * scale > width ? ({ x: width, textAnchor: 'end' } as const) : ({ x, textAnchor: 'middle' } as const);
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
            <line x1={start} x2={width} y1={place.y(line)} y2={place.y(line)} className="stroke-line" />
            <text x={start - 8} y={place.y(line) + 4 * scale} textAnchor="end">
              {lineLabel(line)}
            </text>
          </g>
        ))}
        {children(place, shown)}
        {Array.from({ length: count }, (_, index) => {
          const text = columnLabel(index, place);
          return text === null ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <text key={index} {...labelAt(place.x(index))} y={height - 5 * scale}>
              {text}
            </text>
          );
        })}
        {pill ? (
          <Pill text={pill.text} at={place.x(shown)} y={place.y(pill.value)} {...{ left: start, width, scale }} />
        ) : null}
      </svg>
    </div>
  );
}

interface PillProps {
  text: string;
  at: number;
  y: number;
  left: number;
  width: number;
  scale: number;
}

/** The value above its bar or dot, within the plot. */
function Pill({ text, at, y, left, width, scale }: PillProps) {
  const half = (text.length * 3.7 + 12) * scale;
  const middle = Math.min(Math.max(at, left + half), width - half);
  return (
    <g>
      <rect
        x={middle - half}
        y={y - 32 * scale}
        width={half * 2}
        height={24 * scale}
        rx={12 * scale}
        className="fill-ink"
      />
      <text x={middle} y={y - 16 * scale} textAnchor="middle" className="fill-bg font-bold">
        {text}
      </text>
    </g>
  );
}

/** A column from the floor of the plot. */
export function ChartBar({
  at,
  value,
  isShown,
  index,
}: {
  at: ChartScale;
  value: number;
  isShown: boolean;
  index: number;
}) {
  return (
    <rect
      x={at.x(index) - at.step * 0.32}
      y={at.y(value)}
      width={at.step * 0.64}
      height={Math.max(0, at.floor - at.y(value))}
      rx={Math.min(3, at.step * 0.25)}
      className={isShown ? 'fill-chart-1' : 'fill-chart-quiet'}
    />
  );
}

/** A chart and the same figures as a table, which is there for a screen reader in any case. */
export function ChartOrTable({
  caption,
  columns,
  rows,
  className,
  children,
}: {
  caption: ReactNode;
  columns: readonly ReactNode[];
  /** The first cell heads its row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  className?: string;
  children: ReactNode;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      {asTable ? null : children}
      <div
        tabIndex={asTable ? 0 : undefined}
        className={asTable ? `max-h-80 overflow-y-auto ${className ?? ''}` : 'sr-only'}
      >
        <table className="w-full text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-left text-faint text-meta">
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stay in their place
                <th key={index} scope="col" className={index === 0 ? 'pb-2 font-normal' : headOf(index)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [head, ...values] }) => (
              <tr key={key} className="border-line border-t">
                <th scope="row" className="py-2 text-left font-normal">
                  {head}
                </th>
                {values.map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns stay in their place
                  <td key={index} className={index === 0 ? firstValue : laterValue}>
                    {value}
                  </td>
                ))}
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
    </>
  );
}

const firstValue = 'py-2 text-right font-semibold tabular-nums';
const laterValue = 'py-2 pl-4 text-right text-muted tabular-nums';
const headOf = (index: number) =>
  index === 1 ? 'pb-2 text-right font-normal' : 'w-2/5 pb-2 pl-4 text-right font-normal first-letter:uppercase';
