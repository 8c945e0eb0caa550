import { Trans } from '@lingui/react/macro';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';

interface EmailFieldProps {
  form: { errors: Record<string, string>; field(name: 'email'): ReturnType<FormState<{ email: string }>['field']> };
  /** The server's error. */
  refused?: string | undefined;
}

/** Email address of an existing account. */
export function EmailField({ form, refused }: EmailFieldProps) {
  const translate = useFormMessage();
  return (
    <Field label={<Trans>Email</Trans>} error={translate(form.errors.email ?? refused)}>
      <TextInput
        {...form.field('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
        required
      />
    </Field>
  );
}
