import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { keepDeviceSettings } from '../lib/device-settings.ts';
import { deleteDraft } from '../lib/draft.ts';
import { wipeOutbox } from '../lib/outbox-name.ts';
import { toastError } from '../lib/toast.ts';
import { publishSession } from '../lib/updates.ts';

/** Clears what this device keeps of the member, and continues as a visitor. */
export function useLeaveDevice(): (destination: string) => Promise<void> {
  const client = useQueryClient();
  return async (destination) => {
    // Not every browser obeys the server's Clear-Site-Data.
    await wipeOutbox();
    client.clear();
    deleteDraft();
    publishSession(null);
    location.replace(destination);
  };
}

/** Ends the session on the server, clears local caches, and continues as a visitor; on the landing page by default. */
export function useLogOut(destination = '/?landing') {
  const { t } = useLingui();
  const leave = useLeaveDevice();
  return useMutation({
    mutationFn: () => keepDeviceSettings(() => api.logout()),
    onSuccess: () => leave(destination),
    onError: () => toastError(t`Error`, t`You are still logged in. Check your connection and try again.`),
  });
}
