import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { formatRand } from '../../../lib/format.ts';
import type { CreatorStats } from '../api.ts';
import { revenueSourceLabels } from '../labels.ts';

const colours = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5'];
const restColour = 'bg-chart-quiet';

/** Earnings of the period by source: a stacked bar and a table. */
export function RevenueSources({ stats }: { stats: CreatorStats }) {
  const { i18n, t } = useLingui();
  const sources = stats.sources
    .filter(({ amountCents }) => amountCents > 0)
    .sort((a, b) => b.amountCents - a.amountCents);
  const total = sources.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (total === 0)
    return (
      <p className="mt-2 text-muted text-sm">
        <Trans>Nothing has come in during this period yet. What does is split by source here.</Trans>
      </p>
    );
  return (
    <div className="@container/sources">
      <div aria-hidden className="mt-3.5 mb-2 flex h-3.5 gap-[3px] overflow-hidden rounded-pill">
        {sources.map(({ source, amountCents }, index) => (
          <i
            key={source}
            className={clsx('min-w-1 rounded-[4px]', colours[index] ?? restColour)}
            style={{ flexGrow: amountCents }}
          />
        ))}
      </div>
      {/* With large text the amounts go below the names. */}
      <table className="w-full border-collapse text-sm @max-[15rem]/sources:block @max-[15rem]/sources:[&>tbody]:block">
        <caption className="sr-only">
          <Trans>Revenue sources</Trans>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">
              <Trans>Source</Trans>
            </th>
            <th scope="col">
              <Trans>Earned</Trans>
            </th>
            <th scope="col">
              <Trans>Share</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ source, count, amount, amountCents }, index) => (
            <tr
              key={source}
              className="h-[50px] border-line border-t first:border-t-0 @max-[15rem]/sources:grid @max-[15rem]/sources:h-auto @max-[15rem]/sources:grid-cols-[1fr_auto] @max-[15rem]/sources:py-2"
            >
              <th scope="row" className="text-left font-normal @max-[15rem]/sources:col-span-2">
                <span className="flex items-center gap-3">
                  <i aria-hidden className={clsx('size-3 shrink-0 rounded-[4px]', colours[index] ?? restColour)} />
                  <span className="wrap-anywhere min-w-0">
                    {i18n._(revenueSourceLabels[source])}
                    {source === 'referrals' ? null : (
                      <span className="block text-faint text-meta">
                        <Plural value={count} one="# payment" other="# payments" />
                      </span>
                    )}
                  </span>
                </span>
              </th>
              <td className="pl-2 text-right font-semibold tabular-nums">{formatRand(amount)}</td>
              <td className="w-12 whitespace-nowrap pl-2 text-right text-faint text-meta tabular-nums @max-[15rem]/sources:w-auto">
                {amountCents * 100 < total ? (
                  <>
                    <span aria-hidden>&lt;1%</span>
                    <span className="sr-only">{t`under 1%`}</span>
                  </>
                ) : (
                  `${Math.round((amountCents / total) * 100)}%`
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
