import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../../components/ui/field.tsx';
import { TextArea } from '../../components/ui/text-input.tsx';

interface StaffReasonFieldProps {
  /** Wiring of the field `reason` by the form. */
  field: ComponentProps<'textarea'>;
  error: ReactNode;
}

/** The reason for a decision about money, which the member never sees. */
export const StaffReasonField = ({ field, error }: StaffReasonFieldProps) => (
  <Field label={<Trans>Why</Trans>} aside={<Trans>only staff read it</Trans>} error={error}>
    <TextArea {...field} rows={3} maxLength={2000} />
  </Field>
);
