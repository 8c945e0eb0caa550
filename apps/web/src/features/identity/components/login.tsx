import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useState } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSummary } from '../../../components/ui/form-summary.tsx';
import { PasswordInput } from '../../../components/ui/password-input.tsx';
import { ApiError, api, codeOf, fieldErrorsOf, messageOf, queryOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import { Link } from '../../../lib/router.tsx';
import { lazyPart } from '../../../lib/styles.ts';
import { dismissTitled, toast, toastError } from '../../../lib/toast.ts';
import { localPath, openLocal, useRedirectWhenSignedIn, useStartSession } from '../entry.ts';
import { checkLogin, emptyLoginForm, type LoginForm, suspensionFrom } from '../login-form.ts';
import { AuthPage, quietLink } from './auth-page.tsx';
import { EmailField } from './email-field.tsx';
import { Notice } from './notice.tsx';
import { SuspendedNotice } from './suspended-notice.tsx';

const ComeBack = lazyPart(() => import('./come-back.tsx').then((module) => module.ComeBack));
const SecondStep = lazyPart(() => import('./second-step.tsx').then((module) => module.SecondStep));

export interface LoginProps {
  /** Path to open afterwards; `/` unless it is a path of this site. */
  next: string | null;
  /** `external` or `suspended` after an external sign-in; `closed` after the member closed the account, `erasing` after a suspended one did. */
  problem: string | null;
  /** An external sign-in waits for its second step. */
  waits: boolean;
  /** An external sign-in led to an account that is being deleted. */
  leaving: boolean;
}

/** Browsers make no passkeys for a site whose address is a number. */
const passkeysPossible = 'PublicKeyCredential' in window && !/^\[|^[\d.]+$/.test(location.hostname);

export function Login({ next, problem, waits, leaving }: LoginProps) {
  const { t } = useLingui();
  const translate = useFormMessage();
  const target = localPath(next);
  const form = useForm<LoginForm>(emptyLoginForm, checkLogin);
  const startSession = useStartSession();
  const { data: settings } = useQuery(queryOf('publicSettings'));
  useRedirectWhenSignedIn(target);

  const signIn = useMutation({
    mutationFn: async (body: LoginForm | 'passkey') => {
      const answer =
        body === 'passkey' ? await (await import('../passkey.ts')).signInByPasskey() : await api.login({ body });
      if (answer.user) await startSession();
      return answer;
    },
    onMutate: () => dismissTitled(t`Login failed`),
    onSuccess: ({ user }) => {
      if (!user) return;
      toast({ title: t`Welcome back!` });
      openLocal(target);
    },
    onError: (error, body) => {
      const byPasskey = body === 'passkey';
      // The member closed the device's own dialog.
      if (byPasskey && error.name === 'NotAllowedError') return;
      // The notice says it, with what the member can do.
      if (codeOf(error) === 'ACCOUNT_SUSPENDED') return;
      if (byPasskey && codeOf(error) === 'VERIFICATION_FAILED')
        return toastError(t`Login failed`, t`This passkey opens no account here. Sign in with your password.`);
      form.refuse(fieldErrorsOf(error));
      const noResponseText =
        error instanceof ApiError ? undefined : t`No answer from the server. Check your connection.`;
      toastError(t`Login failed`, messageOf(error) ?? noResponseText ?? t`Please check your credentials and try again`);
    },
  });
  const [restarted, setRestarted] = useState(false);
  const waiting = useQuery({ ...queryOf('secondStep'), enabled: waits && !restarted, staleTime: 0 });
  const secondStep = signIn.data?.secondStep ?? (restarted ? null : waiting.data?.secondStep);
  const [isLeaving, setLeaving] = useState(leaving);
  const comesBack = isLeaving || Boolean(signIn.data?.leaving);
  const restart = () => {
    signIn.reset();
    setLeaving(false);
    setRestarted(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending && form.validate()) signIn.mutate(form.values);
  };
  const withPassword = signIn.variables === 'passkey' ? undefined : signIn.variables;
  const suspension =
    codeOf(signIn.error) === 'ACCOUNT_SUSPENDED' && signIn.error instanceof ApiError
      ? suspensionFrom(signIn.error.body?.details)
      : null;

  return (
    <AuthPage
      example="highveld"
      caption={
        <>
          <p className="d2">
            <Trans>The fire is still on.</Trans>
          </p>
          <p className="mt-3 max-w-[36ch] text-on-picture-2">
            <Trans>Your messages, your people and your credits are where you left them.</Trans>
          </p>
        </>
      }
    >
      {comesBack ? (
        <Suspense fallback={null}>
          <ComeBack target={target} onRestart={restart} />
        </Suspense>
      ) : secondStep ? (
        <Suspense fallback={null}>
          <SecondStep
            methods={secondStep.methods}
            target={target}
            onRestart={restart}
            onLeaving={() => setLeaving(true)}
          />
        </Suspense>
      ) : null}
      <div hidden={comesBack || Boolean(secondStep)}>
        <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
          <Trans>Sign in</Trans>
        </h1>
        <div className="mt-5 grid gap-4 empty:hidden">
          {suspension ? <SuspendedNotice {...suspension} credentials={withPassword} /> : null}
          {!suspension && problem ? <ProblemNotice problem={problem} /> : null}
        </div>
        <form ref={form.ref} noValidate onSubmit={submit} className="mt-5 grid gap-4">
          <FormSummary invalidCount={form.invalidCount} />
          <EmailField form={form} />
          <Field label={<Trans>Password</Trans>} error={translate(form.errors.password)}>
            <PasswordInput {...form.field('password')} autoComplete="current-password" maxLength={200} required />
          </Field>
          <div className="-mt-2">
            <Link to="/forgot-password" className={quietLink}>
              <Trans>Forgot your password?</Trans>
            </Link>
          </div>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            full
            busy={signIn.isPending && Boolean(withPassword)}
            busyLabel={<Trans>Signing in</Trans>}
          >
            <Trans>Sign In</Trans>
          </Button>
          {passkeysPossible ? (
            <Button
              size="lg"
              full
              busy={signIn.isPending && !withPassword}
              busyLabel={<Trans>Waiting for your device</Trans>}
              onClick={() => !signIn.isPending && signIn.mutate('passkey')}
            >
              <Trans>Sign in with a passkey</Trans>
            </Button>
          ) : null}
          {settings?.externalSignIn ? (
            <a
              href={target === '/' ? '/api/login' : `/api/login?next=${encodeURIComponent(target)}`}
              className={buttonStyle({ size: 'lg', full: true })}
            >
              <Trans>Continue with your identity provider</Trans>
            </a>
          ) : null}
        </form>
        <p className="mt-6 flex flex-wrap items-center gap-x-2 pb-8 text-muted text-sm">
          <Trans>New here?</Trans>
          <Link to="/signup" className={quietLink}>
            <Trans>Create an account</Trans>
          </Link>
          {settings?.demo ? (
            <Link to="/test-login" className={`${quietLink} ml-auto`}>
              <Trans>Try a demo account</Trans>
            </Link>
          ) : null}
        </p>
      </div>
    </AuthPage>
  );
}

function ProblemNotice({ problem }: { problem: string }) {
  if (problem === 'suspended') return <ExternalSuspendedNotice />;
  if (problem === 'closed')
    return (
      <Notice tone="info" title={<Trans>Your account is closed</Trans>}>
        <Trans>Sign in within 30 days to come back. After that it is erased, and you get a receipt by mail.</Trans>
      </Notice>
    );
  if (problem === 'erasing')
    return (
      <Notice tone="info" title={<Trans>Your account will be erased</Trans>}>
        <Trans>In 30 days, and you get a receipt by mail. Until then, write to us if you want to keep it.</Trans>
      </Notice>
    );
  if (problem !== 'external') return null;
  return (
    <Notice tone="danger" title={<Trans>The other sign-in didn't finish</Trans>}>
      <Trans>
        It was cancelled, took too long, or gave us no email address. Try again, or sign in with your password.
      </Trans>
    </Notice>
  );
}

/** The server returns the reason once, to the browser that returned from the provider. */
function ExternalSuspendedNotice() {
  const { data } = useQuery({ ...queryOf('externalSignInProblem'), retry: false, refetchOnReconnect: false });
  if (data?.suspended) return <SuspendedNotice {...data.suspended} />;
  return (
    <Notice tone="danger" title={<Trans>This account is suspended</Trans>}>
      <Trans>If it has a password, sign in with it here to read the reason and where to appeal.</Trans>
    </Notice>
  );
}
