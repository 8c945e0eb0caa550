import { Field, type FieldProps } from './ui/field.tsx';
import { TextArea } from './ui/text-input.tsx';

interface ReasonFieldProps extends Omit<FieldProps, 'children'> {
  value: string;
  onChange(reason: string): void;
  maxLength: number;
  rows?: number;
  placeholder?: string;
}

/** The reason for a decision, in several lines. */
export function ReasonField({ value, onChange, maxLength, rows = 3, placeholder, ...field }: ReasonFieldProps) {
  return (
    <Field {...field}>
      <TextArea
        name="reason"
        rows={rows}
        maxLength={maxLength}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
