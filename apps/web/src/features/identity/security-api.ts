import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, codeOf, keyOf, queryOf } from '../../lib/api.ts';
import { useFailure } from '../../lib/use-failure.ts';

export const securityQuery = queryOf('accountSecurity');

/** A failure to show, unless the member themselves chose not to prove who they are. */
export function useSecurityFailure(): (error: unknown) => void {
  const fail = useFailure();
  return (error) => {
    if (codeOf(error) !== 'STEP_UP_REQUIRED') fail(error);
  };
}

/** Proves the person by a password that they have just typed; with a second factor the server asks for that by itself. */
export async function proveByPassword(
  security: Pick<Answer<'accountSecurity'>, 'codesSince' | 'passkeys'>,
  password: string,
): Promise<void> {
  if (!security.codesSince && security.passkeys.length === 0) await api.stepUp({ body: { password } });
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf('accountSecurity') });
}

export function useEnableCodes(onSuccess: (made: { secret: string; uri: string }) => void) {
  return useMutation({ mutationFn: () => api.enableTwoFactor(), onSuccess, onError: useSecurityFailure() });
}

export function useDisableCodes(onSuccess: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.disableTwoFactor(),
    onSuccess: async () => {
      await refresh();
      onSuccess();
    },
    onError: useSecurityFailure(),
  });
}

export function useRenewCodes(onSuccess: (codes: string[]) => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => api.renewRecoveryCodes(),
    onSuccess: async ({ recoveryCodes }) => {
      await refresh();
      onSuccess(recoveryCodes);
    },
    onError: useSecurityFailure(),
  });
}

export function useRemovePasskey(onSuccess: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => api.removePasskey({ params: { id } }),
    onSuccess: async () => {
      await refresh();
      onSuccess();
    },
    onError: useSecurityFailure(),
  });
}

/** A name for a passkey of this device, which its owner may change. */
export function useDeviceName(): string {
  const { t } = useLingui();
  const agent = navigator.userAgent;
  if (/iPhone|Android/.test(agent)) return t`This phone`;
  if (/iPad/.test(agent)) return t`This tablet`;
  return t`This computer`;
}
