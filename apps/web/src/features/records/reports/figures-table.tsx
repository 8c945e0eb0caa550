import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportFigures } from '@vlam/contract/records-reports';
import { formatNumber } from '../../../lib/numbers.ts';
import { groups, timeLabels } from './labels.ts';

interface FiguresProps {
  figures: ReportFigures;
  /** Counts of the period before, in the same order. */
  before?: readonly number[] | null;
}

const head = 'pb-2 font-normal text-faint text-meta';

/** The counts of a report as bars with their numbers, in parts, then the times. */
export function Figures({ figures, before = null }: FiguresProps) {
  const { i18n } = useLingui();
  const at = new Map(
    figures.counts.map(({ name, count }, index) => [name, { count, before: before?.[index] ?? null }]),
  );
  const highest = Math.max(1, ...figures.counts.map(({ count }) => count ?? 0));
  return (
    <>
      <div className="grid gap-x-12 gap-y-9 lg:grid-cols-2">
        {groups.map(({ id, title, rows }) => (
          <table key={id} className="w-full self-start">
            <caption className="d4 pb-2 text-left">{i18n._(title)}</caption>
            <thead>
              <tr>
                <th scope="col" className={`${head} text-left`}>
                  <span className="sr-only">
                    <Trans>Figure</Trans>
                  </span>
                </th>
                <th scope="col" className={`${head} w-20 text-right`}>
                  <span className={before ? '' : 'sr-only'}>
                    <Trans>Now</Trans>
                  </span>
                </th>
                {before ? (
                  <th scope="col" className={`${head} w-20 text-right`}>
                    <Trans>Before</Trans>
                  </th>
                ) : null}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, label]) => {
                const row = at.get(name) ?? { count: 0, before: null };
                return (
                  <tr key={name} className="border-line border-t">
                    <th scope="row" className="py-2 pr-3 text-left align-middle font-normal text-sm wrap-anywhere">
                      {i18n._(label)}
                      <span
                        aria-hidden
                        className="mt-1.5 block h-1.5 rounded-pill bg-chart-1"
                        style={{ width: `${((row.count ?? 0) / highest) * 100}%`, minWidth: row.count ? 3 : 0 }}
                      />
                    </th>
                    <td className="py-2 text-right align-middle font-semibold tabular-nums">
                      <Count count={row.count} />
                    </td>
                    {before ? (
                      <td className="py-2 text-right align-middle text-faint tabular-nums">
                        {row.before === null ? '–' : formatNumber(row.before)}
                      </td>
                    ) : null}
                  </tr>
                );
              })}
            </tbody>
          </table>
        ))}
      </div>
      <Times times={figures.times} />
    </>
  );
}

function Count({ count }: { count: number | null }) {
  return count === null ? (
    <span className="font-normal text-faint text-sm">
      <Trans>under 5</Trans>
    </span>
  ) : (
    formatNumber(count)
  );
}

function Times({ times }: { times: ReportFigures['times'] }) {
  const { i18n } = useLingui();
  const span = useSpan();
  return (
    // Four columns of large text are wider than a phone.
    <div className="mt-9 overflow-x-auto">
      <table className="w-full">
        <caption className="d4 pb-2 text-left">
          <Trans>From receipt to decision</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left`}>
              <span className="sr-only">
                <Trans>What</Trans>
              </span>
            </th>
            <th scope="col" className={`${head} text-right`}>
              <Trans>Decided</Trans>
            </th>
            <th scope="col" className={`${head} text-right`}>
              <Trans>Median</Trans>
            </th>
            <th scope="col" className={`${head} text-right`}>
              <Trans>90% within</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {times.map(({ name, decided, medianMinutes, p90Minutes }) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-3 pr-3 text-left font-normal text-sm">
                {i18n._(timeLabels[name])}
              </th>
              <td className="py-3 text-right font-semibold tabular-nums">
                <Count count={decided} />
              </td>
              <td className="py-3 text-right tabular-nums">{span(medianMinutes)}</td>
              <td className="py-3 text-right tabular-nums">{span(p90Minutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `40 min`, `5.5 h`, `3.2 days`. */
function useSpan() {
  const { t } = useLingui();
  const shorten = (value: number) => formatNumber(Math.round(value * 10) / 10);
  return (minutes: number | null) => {
    if (minutes === null) return '–';
    if (minutes < 120) return t`${minutes} min`;
    return minutes < 2_880 ? t`${shorten(minutes / 60)} h` : t`${shorten(minutes / 1_440)} days`;
  };
}
