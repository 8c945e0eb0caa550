import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { firstFactorDays, takeBackDays } from '@vlam/contract/identity-account';
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

const tokens = { address: /^[\w-]{43}$/, 'sign-in': /^\d{13}\.[\da-f-]{36}\.[\w-]{43,46}$/ };

interface TakeBackProps {
  /** The address, from the mailbox that was left; or the sign-in, from what a stranger has added to it. */
  what: keyof typeof tokens;
  token: string;
}

/** Takes back by a mailed link what a stranger has changed, with a new password. */
export function TakeBack({ what, token }: TakeBackProps) {
  const { t } = useLingui();
  const isAddress = what === 'address';
  const days = isAddress ? takeBackDays : firstFactorDays;
  const form = useForm<Values>({ password: '', confirmPassword: '' }, checkNewPassword);
  const startSession = useStartSession();
  const takeBack = useMutation({
    mutationFn: async (password: string) => {
      const body = { token, password };
      await (isAddress ? api.takeBackEmail({ body }) : api.takeBackSignIn({ body }));
      // It ended this browser's session; a failed refetch must not look like a failure.
      await startSession().catch(() => null);
    },
    onMutate: () => dismissTitled(t`Error`),
    onSuccess: () => {
      if (isAddress) toast({ title: t`Your address is back`, text: t`Sign in with it and the new password.` });
      else toast({ title: t`What was added is removed`, text: t`Sign in with the new password.` });
      go({ to: '/login', replace: true });
    },
    onError: (error) => {
      if (form.refuse(fieldErrorsOf(error)) || codeOf(error) === 'LINK_EXPIRED') return;
      toastError(t`Error`, messageOf(error) ?? t`Nothing was changed. Check your connection and try again.`);
    },
  });
  const isDead = !tokens[what].test(token) || codeOf(takeBack.error) === 'LINK_EXPIRED';
  return (
    <AuthPage example="protea" caption={<ResetCaption />}>
      <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
        {isDead ? (
          <Trans>This link no longer works</Trans>
        ) : isAddress ? (
          <Trans>Take your address back</Trans>
        ) : (
          <Trans>Remove what was added</Trans>
        )}
      </h1>
      <p role={isDead ? 'status' : undefined} className="mt-3 max-w-[52ch] text-muted">
        {isDead ? (
          <Trans>It was used before, is older than {days} days, or was copied in part.</Trans>
        ) : isAddress ? (
          <Trans>
            Your account returns to the address that this link was sent to, with the password that you choose here.
            Every device is signed out, and what was added to sign in with since then is removed.
          </Trans>
        ) : (
          <Trans>
            Every passkey, code and recovery code of your account is removed, and every device is signed out. From then
            on the password that you choose here opens it alone.
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
