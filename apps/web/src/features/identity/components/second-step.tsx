import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { type Answer, api, codeOf, messageOf } from '../../../lib/api.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { openLocal, useStartSession } from '../entry.ts';
import { askForPasskey, isCancelled } from '../passkey.ts';
import { CodeField } from './security/code-field.tsx';

export interface SecondStepProps {
  methods: NonNullable<Answer<'login'>['secondStep']>['methods'];
  /** Path to open afterwards. */
  target: string;
  /** Back to address and password. */
  onRestart(): void;
  /** The sign-in is complete, and the account is being deleted. */
  onLeaving(): void;
}

/** The second step of a sign-in, after the right password. */
export function SecondStep({ methods, target, onRestart, onLeaving }: SecondStepProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const startSession = useStartSession();
  const finish = useMutation({
    mutationFn: async (by: 'code' | 'passkey') => {
      const { user } =
        by === 'code'
          ? await api.finishSignIn({ body: { code } })
          : await api.passkeySignIn({ body: { assertion: await askForPasskey(await api.passkeySignInOptions()) } });
      if (user) await startSession();
      return user !== null;
    },
    onSuccess: (isOpen) => {
      if (!isOpen) return onLeaving();
      toast({ title: t`Welcome back!` });
      openLocal(target);
    },
    onError: (error) => {
      if (isCancelled(error) || codeOf(error) === 'INVALID_CODE') return;
      toastError(t`Login failed`, messageOf(error) ?? t`No answer from the server. Check your connection.`);
      if (codeOf(error) === 'SIGN_IN_EXPIRED') onRestart();
    },
  });
  const withCode = methods.includes('code');
  return (
    <>
      <h1 tabIndex={-1} className="d2 mt-6 lg:mt-0">
        <Trans>One more step</Trans>
      </h1>
      <p className="mt-3 text-muted">
        <Trans>Your password is right. Now show that it is you.</Trans>
      </p>
      <form
        noValidate
        className="mt-5 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!finish.isPending && code.trim()) finish.mutate('code');
        }}
      >
        {withCode ? (
          <>
            <CodeField
              withRecovery
              value={code}
              onChange={(next) => {
                setCode(next);
                if (finish.isError) finish.reset();
              }}
              error={codeOf(finish.error) === 'INVALID_CODE' ? messageOf(finish.error) : undefined}
            />
            <Button
              type="submit"
              variant="primary"
              size="lg"
              full
              disabled={code.trim().length < 6}
              busy={finish.isPending && finish.variables === 'code'}
              busyLabel={<Trans>Signing in</Trans>}
            >
              <Trans>Sign In</Trans>
            </Button>
          </>
        ) : null}
        {methods.includes('passkey') ? (
          <Button
            variant={withCode ? 'quiet' : 'primary'}
            size="lg"
            full
            icon={<KeyRound size={18} aria-hidden />}
            busy={finish.isPending && finish.variables === 'passkey'}
            busyLabel={<Trans>Waiting for your device</Trans>}
            onClick={() => finish.mutate('passkey')}
          >
            <Trans>Use your passkey</Trans>
          </Button>
        ) : null}
        <Button variant="ghost" full onClick={onRestart}>
          <Trans>Start again</Trans>
        </Button>
      </form>
    </>
  );
}
