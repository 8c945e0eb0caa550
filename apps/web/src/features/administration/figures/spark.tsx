import type { Point } from './figures.ts';

const height = 36;
const width = 120;

/** Thirty days at a glance: bars for daily figures, a line for levels. The chart below has the values. */
export function Spark({ points, bars }: { points: readonly Point[]; bars: boolean }) {
  const values = points.map(({ value }) => value).filter((value) => value !== null);
  if (values.length < 2) return <span className="block h-9" />;
  const highest = Math.max(...values);
  const lowest = bars ? 0 : Math.min(...values);
  const span = Math.max(highest - lowest, 1);
  const step = width / points.length;
  const y = (value: number) => height - 2 - ((value - lowest) / span) * (height - 4);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      className="block h-9 w-full overflow-visible"
    >
      {bars ? (
        points.map(({ day, value }, index) =>
          value === null ? null : (
            <rect
              key={day}
              x={index * step + step * 0.18}
              width={step * 0.64}
              y={Math.min(y(value), height - 1)}
              height={Math.max(1, height - y(value))}
              className={index === points.length - 1 ? 'fill-chart-1' : 'fill-chart-quiet'}
            />
          ),
        )
      ) : (
        <polyline
          points={points
            .flatMap(({ value }, index) => (value === null ? [] : [`${(index + 0.5) * step},${y(value)}`]))
            .join(' ')}
          vectorEffect="non-scaling-stroke"
          strokeWidth={2}
          strokeLinejoin="round"
          className="fill-none stroke-chart-quiet"
        />
      )}
    </svg>
  );
}
