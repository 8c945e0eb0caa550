import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { longTerms, termCents, termPercent } from '@vlam/contract/rules/subscription-terms';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatRand } from '../../../lib/format.ts';
import { type OwnTerms, useSetTerms } from './api.ts';

/** A whole percentage, 0 for an empty field; null when it is neither. */
const percentOf = (text: string): number | null => {
  const value = text.trim() === '' ? 0 : Number(text);
  return Number.isInteger(value) && value >= 0 && value <= termPercent.max ? value : null;
};

/** Sets what 3, 6 and 12 months cost less. */
export function TermsSheet({ onClose }: { onClose(): void }) {
  const { data } = useQuery(queryOf('getOwnTerms'));
  return data ? <TermsForm terms={data} onClose={onClose} /> : null;
}

function TermsForm({ terms: { priceCents, percentOff }, onClose }: { terms: OwnTerms; onClose(): void }) {
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(
      longTerms.map((months) => [months, percentOff[`${months}`] ? String(percentOff[`${months}`]) : '']),
    ),
  );
  const save = useSetTerms(onClose);
  const off = (months: (typeof longTerms)[number]) => percentOf(texts[months] ?? '');
  const isWrong = longTerms.some((months) => off(months) === null);
  return (
    <FormSheet
      onClose={onClose}
      title={<Trans>Longer for less</Trans>}
      intro={
        <Trans>
          Percent off the price of a month. Leave a field empty to sell no such term. You are paid month by month, as
          each begins.
        </Trans>
      }
      action={<Trans>Save</Trans>}
      busyLabel={<Trans>Saving</Trans>}
      busy={save.isPending}
      disabled={isWrong}
      onSubmit={() => save.mutate({ '3': off(3) ?? 0, '6': off(6) ?? 0, '12': off(12) ?? 0 })}
    >
      {longTerms.map((months) => {
        const percent = off(months);
        const total = percent ? formatRand(termCents(priceCents, { months, percentOff: percent }) / 100) : null;
        return (
          <Field
            key={months}
            label={<Trans>{months} months</Trans>}
            aside={total === null ? <Trans>not sold</Trans> : <Trans>{total} in total</Trans>}
            error={percent === null ? <Trans>A whole number from 1 to 50</Trans> : null}
          >
            <TextInput
              name={`off-${months}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={texts[months] ?? ''}
              onChange={(event) => setTexts({ ...texts, [months]: event.currentTarget.value })}
              after={<span className="pr-4 text-faint">%</span>}
            />
          </Field>
        );
      })}
    </FormSheet>
  );
}
