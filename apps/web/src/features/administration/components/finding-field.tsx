import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ReasonField } from '../../../components/reason-field.tsx';

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
    <ReasonField
      label={<Trans>What was found</Trans>}
      help={help}
      error={missing ? t`Say what was found` : undefined}
      maxLength={300}
      value={value}
      onChange={onChange}
    />
  );
}
