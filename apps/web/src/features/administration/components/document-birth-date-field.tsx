import { Trans, useLingui } from '@lingui/react/macro';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';

interface DocumentBirthDateFieldProps {
  value: string;
  onChange(dateOfBirth: string): void;
  /** True once the form was submitted without a date. */
  isMissing: boolean;
  error: string | undefined;
}

/** The date of birth as staff read it from an identity document. */
export function DocumentBirthDateField({ value, onChange, isMissing, error }: DocumentBirthDateFieldProps) {
  const { t } = useLingui();
  return (
    <Field
      label={<Trans>Date of birth in the document</Trans>}
      error={error ?? (isMissing ? t`Date of birth is required` : undefined)}
    >
      <TextInput
        name="dateOfBirth"
        type="date"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
      />
    </Field>
  );
}
