import { Trans, useLingui } from '@lingui/react/macro';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { Analytics } from '../api.ts';

const height = 120;

/** Flames of the last two weeks as pairs of bars, and as a table for screen readers. */
export function FlameDays({ days }: { days: Analytics['days'] }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const maxFlames = Math.max(1, ...days.flatMap(({ sent, received }) => [sent, received]));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <section>
      <h2 className="d4">
        <Trans>Flames of the last two weeks</Trans>
      </h2>
      <div aria-hidden className="mt-4 flex items-end gap-1" style={{ height }}>
        {days.map(({ date, sent, received }) => (
          <span key={date} className="flex h-full flex-1 items-end gap-px">
            <span className="flex-1 rounded-t-xs bg-ember" style={{ height: `${(sent / maxFlames) * 100}%` }} />
            <span
              className="flex-1 rounded-t-xs bg-chart-quiet"
              style={{ height: `${(received / maxFlames) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <p aria-hidden className="mt-2 flex justify-between text-faint text-meta">
        <span>{first ? formatDate(first.date, language) : null}</span>
        <span>{last ? formatDate(last.date, language) : null}</span>
      </p>
      <p aria-hidden className="mt-2 flex gap-5 text-sm">
        <span className="flex items-center gap-2">
          <span className="size-3 rounded-pill bg-ember" />
          <Trans>Sent</Trans>
        </span>
        <span className="flex items-center gap-2">
          <span className="size-3 rounded-pill bg-chart-quiet" />
          <Trans>Received</Trans>
        </span>
      </p>
      <div className="sr-only">
        <table>
          <caption>
            <Trans>Flames of the last two weeks</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t`Day`}</th>
              <th scope="col">{t`Sent`}</th>
              <th scope="col">{t`Received`}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, sent, received }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date, language)}</th>
                <td>{sent}</td>
                <td>{received}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
