import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { formatNumber } from '../../../lib/numbers.ts';
import {
  type FigureName,
  figureLabels,
  formatFigure,
  growthOf,
  historyOf,
  isDaily,
  type PlatformStats,
} from './figures.ts';
import { Spark } from './spark.tsx';

interface FigureGridProps {
  stats: PlatformStats;
  names: readonly FigureName[];
  shown: FigureName;
  onShow(name: FigureName): void;
}

/** Figures with thirty days of each; the chosen one has a chart of its own. Money only with permission. */
export function FigureGrid({ stats, names, shown, onShow }: FigureGridProps) {
  const { i18n } = useLingui();
  return (
    <ul className="grid grid-cols-2 gap-1 max-xs:grid-cols-1 md:grid-cols-3">
      {names.map((name) => {
        const value = stats[name];
        if (value === null) return null;
        return (
          <li key={name} className="min-w-0">
            <button
              type="button"
              aria-pressed={name === shown}
              onClick={() => onShow(name)}
              className={clsx(
                'press flex h-full w-full flex-col rounded-card px-3.5 py-3 text-left',
                name === shown ? 'bg-surface-2' : 'hover:bg-surface-1',
              )}
            >
              <span className="block wrap-anywhere text-meta text-muted">{i18n._(figureLabels[name])}</span>
              <span className="num mt-1.5 block wrap-anywhere text-[1.75rem] max-sm:text-[1.5rem]">
                {formatFigure(name, value)}
              </span>
              <span className="mt-1 block min-h-[1.125rem] text-faint text-meta">
                <Growth stats={stats} name={name} />
              </span>
              <span className="mt-auto block w-full pt-2">
                <Spark points={historyOf(stats, name)} bars={isDaily(name)} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Growth({ stats, name }: { stats: PlatformStats; name: FigureName }) {
  if (isDaily(name)) return <Trans>today</Trans>;
  const growth = growthOf(stats, name);
  if (!growth) return null;
  const { by, days } = growth;
  const amount = formatFigure(name, Math.abs(by));
  if (by === 0) return <Plural value={days} one="as a day ago" other={`as ${formatNumber(days)} days ago`} />;
  return by > 0 ? (
    <Plural value={days} one={`${amount} more in a day`} other={`${amount} more in # days`} />
  ) : (
    <Plural value={days} one={`${amount} fewer in a day`} other={`${amount} fewer in # days`} />
  );
}
