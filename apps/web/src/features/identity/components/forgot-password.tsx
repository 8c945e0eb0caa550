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

/** Requests a reset link. The confirmation is the same whether or not the address has an account. */
export function ForgotPassword() {
  const { t } = useLingui();
  const form = useForm<AddressForm>({ email: '' }, checkAddress);
  const { data: settings } = useQuery(queryOf('publicSettings'));
  const requestLink = useMutation({
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
    if (!requestLink.isPending && form.validate()) requestLink.mutate(form.values);
  };
  const sentTo = requestLink.isSuccess ? requestLink.variables.email.trim() : null;

  return (
    <AuthPage example="protea" caption={<ResetCaption />}>
      <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
        <Trans>Forgot your password?</Trans>
      </h1>
      <p className="mt-3 max-w-[52ch] text-muted">
        <Trans>Tell us the email address you signed up with. We send a link to choose a new password.</Trans>
      </p>
      {sentTo ? (
        <div className="mt-5">
          <Notice tone="info" title={<Trans>Check your email</Trans>}>
            <Trans>If {sentTo} has an account, a link is on its way. It works once, within 15 minutes.</Trans>
          </Notice>
        </div>
      ) : null}
      <form ref={form.ref} noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormSummary invalidCount={form.invalidCount} />
        <EmailField form={form} />
        <Button
          type="submit"
          variant={sentTo ? 'quiet' : 'primary'}
          size="lg"
          full
          busy={requestLink.isPending}
          busyLabel={<Trans>Sending</Trans>}
        >
          {sentTo ? <Trans>Send it again</Trans> : <Trans>Send the link</Trans>}
        </Button>
      </form>
      <p className="mt-4 flex flex-wrap gap-x-6 pb-8">
        <Link to="/login" className={quietLink}>
          <Trans>Back to sign in</Trans>
        </Link>
        {settings?.demo && sentTo ? (
          <Link to="/demo/outbox" className={quietLink}>
            <Trans>Open the demo outbox</Trans>
          </Link>
        ) : null}
      </p>
    </AuthPage>
  );
}

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
