import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { TextArea } from '../../../components/ui/text-input.tsx';

interface FindingFieldProps {
  value: string;
  onChange(finding: string): void;
  /** True after a submit without a finding. */
  missing: boolean;
  help?: ReactNode;
}

/** Field for the finding of staff about a payment. */
export function FindingField({ value, onChange, missing, help }: FindingFieldProps) {
  const { t } = useLingui();
  return (
    <Field label={<Trans>What was found</Trans>} help={help} error={missing ? t`Say what was found` : undefined}>
      <TextArea
        name="reason"
        rows={3}
        maxLength={300}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
