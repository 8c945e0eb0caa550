import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { FormSheet } from '../../../components/ui/form-sheet.tsx';
import { PasswordInput } from '../../../components/ui/password-input.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { type Answer, api, codeOf, messageOf } from '../../../lib/api.ts';
import { toastError } from '../../../lib/toast.ts';
import { askForPasskey, isCancelled } from '../passkey.ts';
import { CodeField } from './security/code-field.tsx';

type Proof = NonNullable<Parameters<typeof api.stepUp>[0]>['body'];

/** The field arrives after the sheet, which has put the focus elsewhere. */
const focusField = (part: HTMLElement | null) => part?.querySelector('input')?.focus();

/** Asks who is there before something that only the account's owner may do; `onSettled(true)` once it is proven. */
export function StepUpSheet({ onSettled }: { onSettled(proven: boolean): void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  // A challenge serves one try, so nothing is kept from an earlier sheet.
  const options = useQuery({
    queryKey: ['step-up'],
    queryFn: () => api.stepUpOptions(),
    gcTime: 0,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const prove = useMutation({
    mutationFn: async (by: 'password' | 'code' | 'passkey') => api.stepUp({ body: await proofBy(by) }),
    onSuccess: () => onSettled(true),
    onError: (error) => {
      if (isCancelled(error)) return;
      if (codeOf(error) !== 'INVALID_CODE' && codeOf(error) !== 'INVALID_CREDENTIALS')
        toastError(t`Error`, messageOf(error) ?? t`The connection dropped. Try again.`);
    },
    onSettled: (_data, error, by) => (error && by === 'passkey' ? options.refetch() : undefined),
  });
  async function proofBy(by: 'password' | 'code' | 'passkey'): Promise<Proof> {
    if (by === 'password') return { password: typed };
    if (by === 'code') return { code: typed };
    if (!options.data?.passkey) throw new Error('no challenge');
    return { assertion: await askForPasskey(options.data.passkey) };
  }
  const methods: Answer<'stepUpOptions'>['methods'] = options.data?.methods ?? [];
  const field = methods.find((method) => method !== 'passkey');
  const change = (value: string) => {
    setTyped(value);
    if (prove.isError) prove.reset();
  };
  const error = prove.error && codeOf(prove.error)?.startsWith('INVALID_') ? messageOf(prove.error) : undefined;
  return (
    <FormSheet
      onClose={() => onSettled(false)}
      title={<Trans>Confirm that it is you</Trans>}
      intro={<Trans>This needs a proof that is at most five minutes old.</Trans>}
      action={field ? <Trans>Confirm</Trans> : <Trans>Use your passkey</Trans>}
      busyLabel={<Trans>Checking</Trans>}
      busy={prove.isPending}
      disabled={!options.data || methods.length === 0 || (field !== undefined && typed.trim() === '')}
      onSubmit={() => prove.mutate(field ?? 'passkey')}
    >
      {options.error ? (
        <ErrorState error={options.error} heading="h2" onRetry={() => void options.refetch()} />
      ) : !options.data ? (
        <Loading label={t`Loading`}>
          <SkeletonRows count={1} />
        </Loading>
      ) : methods.length === 0 ? (
        <p>
          <Trans>This account has no password and no second step. Sign out, sign in again, and repeat it.</Trans>
        </p>
      ) : (
        <div ref={focusField} className="contents">
          {field === 'code' ? <CodeField withRecovery value={typed} onChange={change} error={error} /> : null}
          {field === 'password' ? (
            <Field label={<Trans>Password</Trans>} error={error}>
              <PasswordInput
                value={typed}
                onChange={(event) => change(event.target.value)}
                autoComplete="current-password"
                maxLength={200}
              />
            </Field>
          ) : null}
          {field && methods.includes('passkey') ? (
            <Button
              full
              icon={<KeyRound size={18} aria-hidden />}
              disabled={prove.isPending}
              onClick={() => prove.mutate('passkey')}
            >
              <Trans>Use your passkey</Trans>
            </Button>
          ) : null}
        </div>
      )}
    </FormSheet>
  );
}
