import { Trans } from '@lingui/react/macro';
import { Field } from '../../../components/ui/field.tsx';
import { PasswordInput } from '../../../components/ui/password-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import type { NewPasswordForm as Values } from '../sign-up-form.ts';

/** The fields of a new password, twice. */
export function NewPasswordFields({ form }: { form: Pick<FormState<Values>, 'errors' | 'field'> }) {
  const translate = useFormMessage();
  return (
    <>
      <Field
        label={<Trans>New password</Trans>}
        help={<Trans>At least 8 characters</Trans>}
        error={translate(form.errors.password)}
      >
        <PasswordInput {...form.field('password')} autoComplete="new-password" maxLength={200} required />
      </Field>
      <Field label={<Trans>Confirm password</Trans>} error={translate(form.errors.confirmPassword)}>
        <PasswordInput {...form.field('confirmPassword')} autoComplete="new-password" maxLength={200} required />
      </Field>
    </>
  );
}
