import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { PasswordInput } from '../../../components/ui/password-input.tsx';
import { type Answer, api, codeOf, fieldErrorsOf, messageOf, queryOf } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useFormMessage } from '../../../lib/form-messages.ts';
import { formatNumber } from '../../../lib/format.ts';
import { dismissTitled, toast, toastError } from '../../../lib/toast.ts';
import { useStartSession } from '../entry.ts';
import { checkLogin, emptyLoginForm, type LoginForm } from '../login-form.ts';
import { AuthPage } from './auth-page.tsx';
import { EmailField } from './email-field.tsx';
import { SignInLink, TestCaption, TestWelcome } from './test-welcome.tsx';

type TestAccount = Answer<'listTestAccounts'>[number];

/** Sign-in to a demo's labelled accounts. Without a demo the server has no such operation, and the screen explains that. */
export function TestLogin() {
  const { t } = useLingui();
  const accounts = useQuery(queryOf('listTestAccounts'));
  const startSession = useStartSession();
  const signIn = useMutation({
    mutationFn: async (body: LoginForm) => {
      const answer = await api.testLogin({ body });
      await startSession();
      return answer;
    },
    onMutate: () => dismissTitled(t`Login Failed`),
    onSuccess: ({ user: { firstName }, credits }) => {
      const balance = formatNumber(credits);
      toast({ title: t`Login Successful`, text: t`Welcome ${firstName}! You have ${balance} credits.` });
    },
    onError: (error) => toastError(t`Login Failed`, messageOf(error) ?? t`Invalid credentials`),
  });

  if (codeOf(accounts.error) === 'NOT_FOUND')
    return (
      <div className="grid min-h-dvh place-items-center">
        <EmptyState
          heading="h1"
          title={<Trans>No test accounts here</Trans>}
          text={<Trans>They exist only while the sample world is on, and this server runs without it.</Trans>}
          action={<SignInLink />}
        />
      </div>
    );
  return (
    <AuthPage example="highveld" caption={<TestCaption />}>
      {signIn.data ? (
        <TestWelcome answer={signIn.data} onAnother={signIn.reset} />
      ) : (
        <>
          <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
            <Trans>Test login</Trans>
          </h1>
          <p className="mt-3 max-w-[52ch] text-muted">
            <Trans>Three sample people to walk around as. Nothing you do with them costs anything.</Trans>
          </p>
          {accounts.error ? (
            <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
          ) : (
            <QuickLogins
              accounts={accounts.data ?? []}
              pending={signIn.isPending ? signIn.variables.email : null}
              onChoose={({ email, password }) => signIn.mutate({ email, password })}
            />
          )}
          <CredentialsForm
            pending={signIn.isPending}
            refused={fieldErrorsOf(signIn.error)}
            onSend={(body) => signIn.mutate(body)}
          />
          <div className="pb-12 lg:hidden">
            <TestCaption />
          </div>
        </>
      )}
    </AuthPage>
  );
}

interface QuickLoginsProps {
  accounts: readonly TestAccount[];
  /** Email of the pending sign-in. */
  pending: string | null;
  onChoose: (account: TestAccount) => void;
}

function QuickLogins({ accounts, pending, onChoose }: QuickLoginsProps) {
  const { t } = useLingui();
  const labels: Record<TestAccount['label'], string> = {
    'Regular User': t`Regular User`,
    'Content Creator': t`Content Creator`,
    Administrator: t`Administrator`,
  };
  return (
    <ul className="mt-5 min-h-[189px]">
      {accounts.map((account) => (
        <li key={account.email} className="flex min-h-15 items-center gap-3 border-line border-t py-2 first:border-t-0">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{labels[account.label]}</p>
            <p className="wrap-anywhere text-faint text-meta">{account.email}</p>
          </div>
          <Button
            size="sm"
            aria-label={t`Sign in as ${labels[account.label]}`}
            onClick={() => onChoose(account)}
            disabled={pending !== null}
            busy={pending === account.email}
            busyLabel={<Trans>Signing in</Trans>}
          >
            <Trans>Sign in</Trans>
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface CredentialsFormProps {
  pending: boolean;
  refused: Record<string, string>;
  onSend: (body: LoginForm) => void;
}

function CredentialsForm({ pending, refused, onSend }: CredentialsFormProps) {
  const translate = useFormMessage();
  const form = useForm<LoginForm>(emptyLoginForm, checkLogin);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending && form.validate()) onSend(form.values);
  };
  const empty = !form.values.email.trim() || !form.values.password;
  return (
    <form ref={form.ref} noValidate onSubmit={submit} className="mt-6 mb-8 grid gap-4 border-line border-t pt-6">
      <EmailField form={form} refused={refused.email} />
      <Field label={<Trans>Password</Trans>} error={translate(form.errors.password ?? refused.password)}>
        <PasswordInput {...form.field('password')} autoComplete="current-password" maxLength={200} required />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        full
        disabled={empty}
        busy={pending}
        busyLabel={<Trans>Logging in</Trans>}
      >
        <Trans>Login</Trans>
      </Button>
    </form>
  );
}
