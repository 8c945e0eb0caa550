import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { Downloads } from './downloads.tsx';
import { Figures } from './figures-table.tsx';
import { periodName } from './period-name.ts';

/** The half-yearly reports, for everyone. */
export function Transparency({ loading }: { loading: ReactNode }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { data, error, refetch } = useQuery(queryOf('transparencyReports'));
  const [chosen, setChosen] = useState<string | null>(null);
  if (error && !data) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!data) return loading;
  const report = data.find(({ period }) => period === chosen) ?? data[0];
  return (
    <article>
      <h1 tabIndex={-1} className="d2">
        <Trans>Transparency</Trans>
      </h1>
      <p className="mt-3 max-w-[68ch] text-muted">
        <Trans>
          What was asked of us and what we did, every half-year: requests to take something down, complaints, decisions,
          appeals, and requests of authorities. Counts from one to four are not shown, since they could point to a
          person.
        </Trans>
      </p>
      {report ? (
        <>
          <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
            <Field className="w-full max-w-[280px]" label={<Trans>Half-year</Trans>}>
              <Select
                aria-label={t`Half-year`}
                options={data.map(({ period }) => ({ value: period, label: periodName(period, language) }))}
                value={report.period}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
            </Field>
            <Downloads hrefOf={(format) => `/api/transparency/${report.period}.${format}`} />
          </div>
          <div className="mt-8">
            <Figures figures={report} />
          </div>
          {report.closedAt ? (
            <p className="mt-10 break-all text-faint text-meta">
              <Trans>Closed on {formatDate(report.closedAt, language)}.</Trans> SHA-256 {report.hash}
            </p>
          ) : null}
        </>
      ) : (
        <p role="status" className="mt-6 rounded-md bg-surface-1 px-4 py-3 text-muted">
          <Trans>The first report comes when the first half-year is over.</Trans>
        </p>
      )}
    </article>
  );
}
