import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, keyOf } from '../../lib/api.ts';
import { useSecurityFailure } from './security-api.ts';

/** Turns the mail about a sign-in from a new device on or off. */
export function useNewDeviceAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) => api.setNewDeviceAlert({ body: { on } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('accountSecurity') }),
    onError: useSecurityFailure(),
  });
}

export function useEndOtherSessions(onSuccess: (ended: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.endOtherSessions(),
    onSuccess: async ({ ended }) => {
      await client.invalidateQueries({ queryKey: keyOf('listSessions') });
      onSuccess(ended);
    },
    onError: useSecurityFailure(),
  });
}
