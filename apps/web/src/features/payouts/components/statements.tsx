import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { SaveButton } from '../../../components/save-button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { monthsSince } from '../months.ts';

/** Downloads of monthly statements. `since` is when the account became a creator, as an ISO date. */
export function Statements({ since }: { since: string }) {
  const language = useStore(languageStore);
  const [months] = useState(() => monthsSince(since, new Date()));
  const [month, setMonth] = useState(months[0] ?? '');
  const options = months.map((value) => ({
    value,
    label: formatDate(`${value}-15T12:00:00Z`, language).replace(/^\d+ /, ''),
  }));
  return (
    <>
      <Field label={<Trans>Month</Trans>}>
        <Select options={options} value={month} onChange={(event) => setMonth(event.currentTarget.value)} />
      </Field>
      <div className="mt-3 flex gap-2">
        <SaveButton
          href={`/api/creator/statements/${month}.pdf`}
          name={`statement-${month}.pdf`}
          size="sm"
          className="flex-1"
        >
          <Trans>PDF</Trans>
        </SaveButton>
        <SaveButton
          href={`/api/creator/statements/${month}.csv`}
          name={`statement-${month}.csv`}
          size="sm"
          className="flex-1"
        >
          <Trans>CSV</Trans>
        </SaveButton>
      </div>
      <p className="mt-2 text-faint text-meta">
        <Trans>Every sale, what you keep of it, and each payout.</Trans>
      </p>
    </>
  );
}
