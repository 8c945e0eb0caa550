import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { fewestPeople } from '@vlam/contract/rules/fans-figures';
import { clsx } from 'clsx';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import type { CreatorFigures } from './api.ts';
import { sourceLabels } from './labels.ts';

const colours = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5'];
const row = 'h-[50px] border-line border-t first:border-t-0';

/** Visits by source: a stacked bar and a table. */
export function VisitSources({ sources }: Pick<CreatorFigures['visits'], 'sources'>) {
  const { i18n } = useLingui();
  const shown = sources.filter(({ visits }) => visits > 0).sort((one, other) => other.visits - one.visits);
  const total = shown.reduce((sum, { visits }) => sum + visits, 0);
  if (total === 0)
    return (
      <p className="mt-2 text-muted text-sm">
        <Trans>Nobody came in this period. A link in your profile elsewhere brings the first.</Trans>
      </p>
    );
  return (
    <>
      <div aria-hidden className="mt-3.5 mb-2 flex h-3.5 gap-[3px] overflow-hidden rounded-pill">
        {shown.map(({ source, visits }, index) => (
          <i key={source} className={clsx('min-w-1 rounded-[4px]', colours[index])} style={{ flexGrow: visits }} />
        ))}
      </div>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">
          <Trans>Where they came from</Trans>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">
              <Trans>Source</Trans>
            </th>
            <th scope="col">
              <Trans>Visits</Trans>
            </th>
            <th scope="col">
              <Trans>Share</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ source, visits }, index) => (
            <tr key={source} className={row}>
              <th scope="row" className="text-left font-normal">
                <span className="flex items-center gap-3">
                  <i aria-hidden className={clsx('size-3 shrink-0 rounded-[4px]', colours[index])} />
                  <span className="wrap-anywhere min-w-0">{i18n._(sourceLabels[source])}</span>
                </span>
              </th>
              <td className="pl-2 text-right font-semibold tabular-nums">{formatNumber(visits)}</td>
              <td className="w-12 pl-2 text-right text-faint text-meta tabular-nums">
                {Math.max(1, Math.round((visits / total) * 100))}%
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** What people of each source have paid, a person on average first. */
export function SourceValues({ values }: Pick<CreatorFigures, 'values'>) {
  const { i18n } = useLingui();
  const meanOf = ({ people, earnedCents }: CreatorFigures['values'][number]) => earnedCents / people;
  const shown = [...values].sort((one, other) => meanOf(other) - meanOf(one));
  const most = Math.max(1, ...shown.map(meanOf));
  if (shown.length === 0)
    return (
      <p className="text-muted text-sm">
        <Trans>
          Once {fewestPeople} people who came the same way have paid, what a fan brings in by that way stands here.
        </Trans>
      </p>
    );
  return (
    <>
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">
          <Trans>What a fan is worth, by where they came from</Trans>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">
              <Trans>Source</Trans>
            </th>
            <th scope="col">
              <Trans>A person on average</Trans>
            </th>
            <th scope="col">
              <Trans>Together</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((value) => (
            <tr key={value.source} className={row}>
              <th scope="row" className="wrap-anywhere py-2.5 text-left font-normal">
                {i18n._(sourceLabels[value.source])}
                <span className="block text-faint text-meta">
                  <Plural value={value.people} one="# person" other="# people" />
                </span>
                <i
                  aria-hidden
                  className="mt-1.5 block h-1.5 min-w-1 rounded-pill bg-chart-1"
                  style={{ width: `${Math.max(0, meanOf(value) / most) * 100}%` }}
                />
              </th>
              <td className="py-2.5 pl-2 text-right align-top font-semibold tabular-nums sm:pl-4">
                {formatRand(Math.round(meanOf(value)) / 100)}
              </td>
              <td className="py-2.5 pl-2 text-right align-top text-faint text-meta tabular-nums sm:pl-4">
                {formatRand(value.earnedCents / 100)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-faint text-meta">
        <Trans>Your share of all they paid, by the way they first came.</Trans>
      </p>
    </>
  );
}
