import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Field } from '../../../../components/ui/field.tsx';
import { TextInput } from '../../../../components/ui/text-input.tsx';

export interface CodeFieldProps {
  value: string;
  onChange(value: string): void;
  error?: ReactNode;
  /** A recovery code may be given as well. */
  withRecovery?: boolean;
}

/** Six digits; the phone's keyboard offers them, and recovery codes are typed into the same field. */
export function CodeField({ value, onChange, error, withRecovery = false }: CodeFieldProps) {
  return (
    <Field
      label={<Trans>Code</Trans>}
      help={
        withRecovery ? (
          <Trans>Six digits from your authenticator, or one of your recovery codes</Trans>
        ) : (
          <Trans>Six digits from your authenticator</Trans>
        )
      }
      error={error}
    >
      <TextInput
        name="code"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="one-time-code"
        inputMode={withRecovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        className="font-mono tracking-widest"
      />
    </Field>
  );
}
