import { Trans } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import type { FormState } from '../../../lib/form.ts';
import type { NewPasswordForm as Values } from '../sign-up-form.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** A new password, twice. */
export function NewPasswordForm(props: { form: FormState<Values>; busy: boolean; onSubmit(password: string): void }) {
  const { form, busy } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && form.validate()) props.onSubmit(form.values.password);
  };
  return (
    <form ref={form.ref} noValidate onSubmit={submit} className="mt-5 grid gap-4 pb-8">
      <FormSummary invalidCount={form.invalidCount} />
      <NewPasswordFields form={form} />
      <Button type="submit" variant="primary" size="lg" full busy={busy} busyLabel={<Trans>Saving</Trans>}>
        <Trans>Set password</Trans>
      </Button>
    </form>
  );
}
