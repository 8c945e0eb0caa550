import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { takeBackDays } from '@vlam/contract/identity-account';
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

/** Takes a change of the address back, from the mailbox that was left, with a new password. */
export function TakeBackAddress({ token }: { token: string }) {
  const { t } = useLingui();
  const form = useForm<Values>({ password: '', confirmPassword: '' }, checkNewPassword);
  const startSession = useStartSession();
  const takeBack = useMutation({
    mutationFn: async (password: string) => {
      await api.takeBackEmail({ body: { token, password } });
      // It ended this browser's session; a failed refetch must not look like a failure.
      await startSession().catch(() => null);
    },
    onMutate: () => dismissTitled(t`Error`),
    onSuccess: () => {
      toast({ title: t`Your address is back`, text: t`Sign in with it and the new password.` });
      go({ to: '/login', replace: true });
    },
    onError: (error) => {
      if (form.refuse(fieldErrorsOf(error)) || codeOf(error) === 'LINK_EXPIRED') return;
      toastError(t`Error`, messageOf(error) ?? t`The address was not changed. Check your connection and try again.`);
    },
  });
  const isDead = !tokenPattern.test(token) || codeOf(takeBack.error) === 'LINK_EXPIRED';
  return (
    <AuthPage example="protea" caption={<ResetCaption />}>
      <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
        {isDead ? <Trans>This link no longer works</Trans> : <Trans>Take your address back</Trans>}
      </h1>
      <p role={isDead ? 'status' : undefined} className="mt-3 max-w-[52ch] text-muted">
        {isDead ? (
          <Trans>It was used before, is older than {takeBackDays} days, or was copied in part.</Trans>
        ) : (
          <Trans>
            Your account returns to the address that this link was sent to, with the password that you choose here.
            Every device is signed out, and what was added to sign in with since then is removed.
          </Trans>
        )}
      </p>
      {isDead ? (
        <p className="mt-6">
          <Link to="/login" className={buttonStyle({ variant: 'bone', size: 'lg' })}>
            <Trans>Go to sign in</Trans>
          </Link>
        </p>
      ) : (
        <NewPasswordForm form={form} busy={takeBack.isPending} onSubmit={takeBack.mutate} />
      )}
    </AuthPage>
  );
}
