import { Trans, useLingui } from '@lingui/react/macro';
import { ChartBar, ChartOrTable, ChartPlot, type ChartScale } from '../../../components/ui/chart-plot.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { formatCompact, formatRand } from '../../../lib/numbers.ts';
import { useStore } from '../../../lib/store.ts';
import { type FigureName, figureLabels, formatFigure, gridLines, isDaily, type Point } from './figures.ts';

/** One figure over thirty days, with its last value named. A button shows the same as a table. */
export function DayChart({ name, points }: { name: FigureName; points: readonly Point[] }) {
  const { t, i18n } = useLingui();
  const language = useStore(languageStore);
  const label = i18n._(figureLabels[name]);
  const dateOf = (day: string) => formatDate(`${day}T12:00:00+02:00`, language);
  const last = points.at(-1);
  if (!last)
    return (
      <p className="mt-5 text-muted">
        <Trans>Nothing was measured yet.</Trans>
      </p>
    );
  const shownOf = (value: number | null) => (value === null ? '–' : formatFigure(name, value));
  return (
    <figure className="mt-4">
      <figcaption className="font-semibold text-button">{label}</figcaption>
      <ChartOrTable
        caption={label}
        columns={[<Trans key="day">Day</Trans>, label]}
        rows={points.map(({ day, value }) => ({ key: day, cells: [dateOf(day), shownOf(value)] }))}
        className="mt-3"
      >
        <Plot
          name={name}
          points={points}
          dateOf={dateOf}
          summary={t`${label} over ${points.length} days; the last, ${formatFigure(name, last.value ?? 0)}`}
        />
      </ChartOrTable>
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
  const bars = isDaily(name);
  const lines = gridLines(
    points.flatMap(({ value }) => value ?? []),
    bars,
  );
  const isMoney = name === 'dailyRevenue' || name === 'totalRevenue';
  const columnLabel = (index: number, { width, scale }: ChartScale) => {
    const every = Math.ceil(points.length / Math.max(2, Math.min(5, Math.floor(width / (72 * scale)))));
    const day = points[index]?.day;
    return day === undefined || (points.length - 1 - index) % every !== 0
      ? null
      : dateOf(day).split(' ').slice(0, 2).join(' ');
  };
  return (
    <ChartPlot
      count={points.length}
      summary={summary}
      lines={lines}
      lineLabel={(line) => axisText(line, isMoney)}
      wide={260}
      left={52}
      columnLabel={columnLabel}
      named={points.length - 1}
      pillOf={(index, isPointed) => {
        const point = points[index];
        if (typeof point?.value !== 'number') return null;
        const date = isPointed ? `${dateOf(point.day)}  ` : '';
        return { text: `${date}${formatFigure(name, point.value)}`, value: point.value };
      }}
    >
      {(at, shown) =>
        bars ? (
          points.map(({ day, value }, index) =>
            value === null ? null : <ChartBar key={day} {...{ at, value, index }} isShown={index === shown} />,
          )
        ) : (
          <Line {...{ points, at, shown }} />
        )
      }
    </ChartPlot>
  );
}

function Line({ points, at, shown }: { points: readonly Point[]; at: ChartScale; shown: number }) {
  const value = points[shown]?.value;
  return (
    <>
      <polyline
        points={points
          .flatMap((point, index) => (point.value === null ? [] : [`${at.x(index)},${at.y(point.value)}`]))
          .join(' ')}
        strokeWidth={2}
        strokeLinejoin="round"
        className="fill-none stroke-chart-quiet"
      />
      {typeof value === 'number' ? <circle cx={at.x(shown)} cy={at.y(value)} r={5} className="fill-chart-1" /> : null}
    </>
  );
}

/** `52.2k`, `R1.5k`, `R2.1m`. */
function axisText(value: number, isMoney: boolean): string {
  const sign = isMoney ? 'R' : '';
  if (Math.abs(value) >= 1_000_000) return `${sign}${Math.round(value / 10_000) / 100}m`;
  if (Math.abs(value) >= 1_000) return `${sign}${Math.round(value / 10) / 100}k`;
  return isMoney ? formatRand(value) : formatCompact(value);
}
