import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CostRow } from '../../../components/pay/cost-summary.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatRand } from '../../../lib/format.ts';
import { taxYearsSince } from '../months.ts';

/** The sums of a tax year, and its files. `since` is when the account became a creator, as an ISO date. */
export function TaxYears({ since }: { since: string }) {
  const { t } = useLingui();
  const [years] = useState(() => taxYearsSince(since, new Date()));
  const [year, setYear] = useState(String(years[0] ?? ''));
  const { data } = useQuery({
    ...queryOf('getTaxYear', { params: { year } }),
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  });
  const sum = (value: 'grossCents' | 'platformCents' | 'returnedCents') =>
    formatRand((data?.kinds.reduce((total, kind) => total + kind[value], 0) ?? 0) / 100);
  return (
    <>
      <Field label={<Trans>Tax year, to the end of February</Trans>}>
        <Select
          options={years.map((each) => ({ value: String(each), label: `${each - 1}/${String(each).slice(2)}` }))}
          value={year}
          onChange={(event) => setYear(event.currentTarget.value)}
        />
      </Field>
      {data ? (
        <dl className="mt-3">
          <CostRow label={<Trans>Paid by fans</Trans>}>{sum('grossCents')}</CostRow>
          <CostRow label={<Trans>Platform's part</Trans>}>{sum('platformCents')}</CostRow>
          <CostRow label={<Trans>Returned and charged back</Trans>}>{sum('returnedCents')}</CostRow>
          <CostRow label={<Trans>Your income</Trans>}>{formatRand(data.earnedCents / 100)}</CostRow>
          <CostRow label={<Trans>Paid out to your bank</Trans>}>{formatRand(data.paidOutCents / 100)}</CostRow>
        </dl>
      ) : null}
      <div className="mt-3 flex gap-2">
        {(['pdf', 'csv'] as const).map((kind) => (
          <SaveButton
            key={kind}
            href={`/api/creator/tax-years/${year}.${kind}`}
            name={`tax-year-${year}.${kind}`}
            size="sm"
            className="flex-1"
            aria-label={kind === 'pdf' ? t`PDF of the tax year` : t`CSV of the tax year`}
          >
            {kind === 'pdf' ? <Trans>PDF</Trans> : <Trans>CSV</Trans>}
          </SaveButton>
        ))}
      </div>
      <p className="mt-2 text-faint text-meta">
        <Trans>By kind, from 1 March on. Credits count at their value when they are paid out.</Trans>
      </p>
    </>
  );
}
