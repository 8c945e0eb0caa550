import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { api, codeOf, fieldErrorsOf, messageOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { go, Link } from '../../../lib/router.tsx';
import { dismissTitled, toast, toastError } from '../../../lib/toast.ts';
import { useStartSession } from '../entry.ts';
import { checkNewPassword, type NewPasswordForm as Values } from '../sign-up-form.ts';
import { AuthPage } from './auth-page.tsx';
import { ResetCaption } from './forgot-password.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

const tokenPattern = /^[\w-]{43}$/;

/** Sets a new password with the token of an emailed link. */
export function ResetPassword({ token }: { token: string | null }) {
  const { t } = useLingui();
  const form = useForm<Values>({ password: '', confirmPassword: '' }, checkNewPassword);
  const startSession = useStartSession();
  const used = useRef(token ?? '');
  const change = useMutation({
    mutationFn: async (password: string) => {
      await api.resetPassword({ body: { token: used.current, password } });
      // The reset ended this browser's session; a failed refetch must not look like a failed reset.
      await startSession().catch(() => null);
    },
    onMutate: () => dismissTitled(t`Error`),
    onSuccess: () => {
      toast({ title: t`Password changed`, text: t`Sign in with the new one.` });
      go({ to: '/login', replace: true });
    },
    onError: (error) => {
      if (form.refuse(fieldErrorsOf(error)) || codeOf(error) === 'LINK_EXPIRED') return;
      toastError(t`Error`, messageOf(error) ?? t`The password was not changed. Check your connection and try again.`);
    },
  });
  if (!tokenPattern.test(used.current) || codeOf(change.error) === 'LINK_EXPIRED')
    return (
      <AuthPage example="protea" caption={<ResetCaption />}>
        <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
          <Trans>This link no longer works</Trans>
        </h1>
        <p role="status" className="mt-3 max-w-[46ch] text-muted">
          <Trans>It was used before, is older than 15 minutes, or was copied in part. A new one takes a moment.</Trans>
        </p>
        <p className="mt-6">
          <Link to="/forgot-password" className={buttonStyle({ variant: 'bone', size: 'lg' })}>
            <Trans>Ask for a new link</Trans>
          </Link>
        </p>
      </AuthPage>
    );
  return (
    <AuthPage example="protea" caption={<ResetCaption />}>
      <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
        <Trans>Set a new password</Trans>
      </h1>
      <p className="mt-3 max-w-[52ch] text-muted">
        <Trans>You are signed out everywhere once it is set.</Trans>
      </p>
      <NewPasswordForm form={form} busy={change.isPending} onSubmit={change.mutate} />
    </AuthPage>
  );
}
