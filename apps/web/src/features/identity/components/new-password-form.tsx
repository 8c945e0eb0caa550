import { Trans } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { PasswordInput } from '../../../components/ui/password-input.tsx';
import type { FormState } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import type { NewPasswordForm as Values } from '../sign-up-form.ts';

/** A new password, twice. */
export function NewPasswordForm(props: { form: FormState<Values>; busy: boolean; onSubmit(password: string): void }) {
  const { form, busy } = props;
  const translate = useFormMessage();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && form.validate()) props.onSubmit(form.values.password);
  };
  return (
    <form ref={form.ref} noValidate onSubmit={submit} className="mt-5 grid gap-4 pb-8">
      <FormSummary invalidCount={form.invalidCount} />
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
      <Button type="submit" variant="primary" size="lg" full busy={busy} busyLabel={<Trans>Saving</Trans>}>
        <Trans>Set password</Trans>
      </Button>
    </form>
  );
}
