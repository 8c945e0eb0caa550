import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { heatLevel, heatLevels, minShownCount } from '@vlam/contract/rules/heat';
import { ErrorState } from '../../../../components/ui/error-state.tsx';
import { Loading, Skeleton } from '../../../../components/ui/skeleton.tsx';
import { type Answer, queryOf } from '../../../../lib/api.ts';
import { formatCompact, formatNumber } from '../../../../lib/numbers.ts';
import type { NearbyFilter } from '../filter.ts';
import { heatLabels } from '../labels.ts';

type Cell = Answer<'nearbyCells'>['cells'][number];

const fills = {
  cool: 'fill-heat-cool-fill',
  warm: 'fill-heat-warm-fill',
  hot: 'fill-heat-hot-fill',
  blazing: 'fill-heat-blazing-fill',
} as const;
const swatches = {
  cool: 'bg-heat-cool-fill',
  warm: 'bg-heat-warm-fill',
  hot: 'bg-heat-hot-fill',
  blazing: 'bg-heat-blazing-fill',
} as const;
/** Number of active people per heat level. */
const bounds = { cool: '10–100', warm: '101–200', hot: '201–300', blazing: '301+' } as const;
/** With more cells the numbers would be unreadable. */
const maxNumberedCells = 80;
const textClasses = {
  cool: 'fill-on-heat-cool',
  warm: 'fill-on-heat-warm',
  hot: 'fill-on-heat-hot',
  blazing: 'fill-on-heat-blazing',
} as const;

/** Equirectangular projection at latitude `at`; south is down. */
const project = ([latitude, longitude]: readonly [number, number], at: number) => [
  longitude * Math.cos((at * Math.PI) / 180) * 1_000,
  -latitude * 1_000,
];

function shapeOf({ boundary }: Cell, at: number) {
  const points = boundary.map((corner) => project(corner, at));
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length;
  return { points, x: mean(0), y: mean(1) };
}

/** Cells around the member with the number of active people in each, at least ten. */
export function CellMap({ filter }: { filter: Pick<NearbyFilter, 'radius' | 'city'> }) {
  const { t, i18n } = useLingui();
  const { radius, city } = filter;
  const { data, error, refetch } = useQuery(
    queryOf('nearbyCells', { query: { radius: String(radius), ...(city ? { city } : {}) } }),
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the map`}>
        <Skeleton className="h-[min(60vh,100vw)] rounded-card" />
      </Loading>
    );
  const at = data.cells[0]?.boundary[0]?.[0] ?? -29;
  const shapes = data.cells.map((cell) => ({ cell, ...shapeOf(cell, at) }));
  const xs = shapes.flatMap(({ points }) => points.map(([x = 0]) => x));
  const ys = shapes.flatMap(({ points }) => points.map(([, y = 0]) => y));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  // All cells are about as wide as the first; the widest number fits.
  const first = shapes[0];
  const size = first ? Math.max(...first.points.map(([x = 0]) => Math.abs(x - first.x))) / 1.8 : 1;
  const numbered = shapes.length <= maxNumberedCells;
  const counted = data.cells.filter(({ people }) => people !== null);
  return (
    <figure className="lg:grid lg:grid-cols-[minmax(0,1fr)_260px] lg:items-center lg:gap-8">
      <svg
        viewBox={`${left} ${top} ${width} ${height}`}
        role="img"
        aria-label={t`${counted.length} areas with ten people or more within ${radius} km`}
        className="mx-auto block max-h-[60vh] w-full"
      >
        {shapes.map(({ cell, points, x, y }) => {
          const level = heatLevel(cell.people ?? 0);
          return (
            <g key={cell.cell}>
              <polygon
                points={points.map((point) => point.join(',')).join(' ')}
                className={`${cell.people === null ? 'fill-surface-1' : fills[level]} stroke-bg`}
                strokeWidth={width / 220}
              />
              {cell.isOwn ? (
                <circle
                  cx={x}
                  cy={cell.people === null || !numbered ? y : y + size * 0.95}
                  r={size / 5}
                  className={cell.people === null ? 'fill-ember' : textClasses[level]}
                />
              ) : null}
              {cell.people === null || !numbered ? null : (
                <text
                  x={x}
                  y={y}
                  fontSize={size}
                  textAnchor="middle"
                  dominantBaseline="central"
                  className={`num ${textClasses[level]}`}
                >
                  {formatCompact(cell.people)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption className="mt-4 text-muted text-sm lg:mt-0">
        <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-2 lg:mb-5 lg:grid">
          {heatLevels.map((level) => (
            <li key={level} className="flex items-center gap-2.5">
              <span aria-hidden className={`size-3.5 rounded-xs ${swatches[level]}`} />
              <span className="font-semibold text-ink">{i18n._(heatLabels[level])}</span>
              <span className="tabular-nums">{bounds[level]}</span>
            </li>
          ))}
        </ul>
        <Trans>
          Each area holds the people of the last 5 minutes who chose to be found there. Areas with fewer than{' '}
          {minShownCount} stay blank. The dot marks your own.
        </Trans>
        {numbered ? null : (
          <p className="mt-2">
            <Trans>Choose a smaller radius to read the numbers.</Trans>
          </p>
        )}
      </figcaption>
      <div className="sr-only">
        <table>
          <caption>{t`People by area`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Area`}</th>
              <th scope="col">{t`People`}</th>
            </tr>
          </thead>
          <tbody>
            {counted.map((cell, index) => (
              <tr key={cell.cell}>
                <th scope="row">{cell.isOwn ? t`Your area` : t`Area ${index + 1}`}</th>
                <td>{formatNumber(cell.people ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
