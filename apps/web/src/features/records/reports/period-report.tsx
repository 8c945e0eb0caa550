import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PeriodReportKind } from '@vlam/contract/rules/period-reports';
import { useState } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { type Answer, queryOf } from '../../../lib/api.ts';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { Downloads } from './downloads.tsx';
import { Figures } from './figures-table.tsx';
import { periodName } from './period-name.ts';

/** Reports of one kind: choose a period, read its figures, save them. */
export function PeriodReports({ kind }: { kind: PeriodReportKind }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { data, error, refetch } = useQuery(queryOf('listPeriodReports'));
  const [chosen, setChosen] = useState<string | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading reports`}>
        <SkeletonRows count={6} />
      </Loading>
    );
  const periods = data.periods.filter((each) => each.kind === kind);
  // The newest that is over: the one that is sent or published.
  const period = chosen ?? (periods.find(({ closedAt }) => closedAt) ?? periods[0])?.period;
  if (!period) return null;
  return (
    <>
      <div className="mt-5 max-w-[320px]">
        <Field label={kind === 'acquirer' ? <Trans>Month</Trans> : <Trans>Half-year</Trans>}>
          <Select
            options={periods.map((each) => ({
              value: each.period,
              label: each.closedAt
                ? periodName(each.period, language)
                : t`${periodName(each.period, language)}, so far`,
            }))}
            value={period}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </Field>
      </div>
      <OneReport key={period} kind={kind} period={period} />
    </>
  );
}

function OneReport({ kind, period }: { kind: PeriodReportKind; period: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('periodReport', { query: { kind, period } }));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading the report`}>
        <SkeletonRows count={8} />
      </Loading>
    );
  return (
    <div className="rise mt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Closing report={data} />
        <Downloads
          hrefOf={(format) => `/api/admin/period-report/export?kind=${kind}&period=${period}&format=${format}`}
        />
      </div>
      <div className="mt-6">
        <Figures figures={data} before={data.before} />
      </div>
    </div>
  );
}

function Closing({ report }: { report: Answer<'periodReport'> }) {
  const language = useStore(languageStore);
  if (!report.closedAt)
    return (
      <p className="text-muted text-sm">
        <Trans>So far. It is closed on the first day after it, and stays as it is then.</Trans>
      </p>
    );
  return (
    <p className="min-w-0 text-muted text-sm">
      <Trans>Closed on {formatDate(report.closedAt, language)}.</Trans>
      <span className="block break-all text-faint text-meta">SHA-256 {report.hash}</span>
    </p>
  );
}
