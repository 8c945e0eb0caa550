import { Trans, useLingui } from '@lingui/react/macro';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { monthsSince } from '../months.ts';

/** Downloads of monthly statements. `since` is when the account became a creator, as an ISO date. */
export function Statements({ since }: { since: string }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const [months] = useState(() => monthsSince(since, new Date()));
  const [month, setMonth] = useState(months[0] ?? '');
  const options = months.map((value) => ({
    value,
    label: formatDate(`${value}-15T12:00:00Z`, language).replace(/^\d+ /, ''),
  }));
  const link = (kind: 'csv' | 'pdf') => (
    <a
      href={`/api/creator/statements/${month}.${kind}`}
      download
      className={buttonStyle({ size: 'sm', className: 'flex-1' })}
    >
      <Download size={18} aria-hidden />
      {kind === 'csv' ? t`CSV` : t`PDF`}
    </a>
  );
  return (
    <>
      <Field label={<Trans>Month</Trans>}>
        <Select options={options} value={month} onChange={(event) => setMonth(event.currentTarget.value)} />
      </Field>
      <div className="mt-3 flex gap-2">
        {link('pdf')}
        {link('csv')}
      </div>
      <p className="mt-2 text-faint text-meta">
        <Trans>Every sale, what you keep of it, and each payout.</Trans>
      </p>
    </>
  );
}
