import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { api, fieldErrorsOf, messageOf, queryOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { Link } from '../../../lib/router.tsx';
import { dismissTitled, toastError } from '../../../lib/toast.ts';
import { checkLogin } from '../login-form.ts';
import { AuthPage, quietLink } from './auth-page.tsx';
import { EmailField } from './email-field.tsx';
import { Notice } from './notice.tsx';

interface AddressForm {
  email: string;
}
const checkAddress = ({ email }: AddressForm) => checkLogin({ email, password: '-' });

/** Asks for a reset link. What it says afterwards is the same whether the address has an account or not. */
export function ForgotPassword() {
  const { t } = useLingui();
  const form = useForm<AddressForm>({ email: '' }, checkAddress);
  const { data: settings } = useQuery(queryOf('publicSettings'));
  const ask = useMutation({
    mutationFn: (body: AddressForm) => api.forgotPassword({ body }),
    onMutate: () => dismissTitled(t`Error`),
    onError: (error) => {
      form.refuse(fieldErrorsOf(error));
      toastError(
        t`Error`,
        messageOf(error) ?? t`The link could not be asked for. Check your connection and try again.`,
      );
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ask.isPending && form.validate()) ask.mutate(form.values);
  };
  const asked = ask.isSuccess ? ask.variables.email.trim() : null;

  return (
    <AuthPage example="protea" caption={<ResetCaption />}>
      <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
        <Trans>Forgot your password?</Trans>
      </h1>
      <p className="mt-3 max-w-[52ch] text-muted">
        <Trans>Tell us the email address you signed up with. We send a link to choose a new password.</Trans>
      </p>
      {asked ? (
        <div className="mt-5">
          <Notice tone="info" title={<Trans>Check your email</Trans>}>
            <Trans>If {asked} has an account, a link is on its way. It works once, within 15 minutes.</Trans>
          </Notice>
        </div>
      ) : null}
      <form ref={form.ref} noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormSummary wrong={form.invalidCount} />
        <EmailField form={form} />
        <Button
          type="submit"
          variant={asked ? 'quiet' : 'primary'}
          size="lg"
          full
          busy={ask.isPending}
          busyLabel={<Trans>Sending</Trans>}
        >
          {asked ? <Trans>Send it again</Trans> : <Trans>Send the link</Trans>}
        </Button>
      </form>
      <p className="mt-4 flex flex-wrap gap-x-6 pb-8">
        <Link to="/login" className={quietLink}>
          <Trans>Back to sign in</Trans>
        </Link>
        {settings?.demo && asked ? (
          <Link to="/demo/outbox" className={quietLink}>
            <Trans>Open the demo outbox</Trans>
          </Link>
        ) : null}
      </p>
    </AuthPage>
  );
}

/** Beside both steps of a reset. */
export function ResetCaption() {
  return (
    <>
      <p className="d2">
        <Trans>Only you get back in.</Trans>
      </p>
      <p className="mt-3 max-w-[36ch] text-on-picture-2">
        <Trans>A new password ends every other session, on every device.</Trans>
      </p>
    </>
  );
}
