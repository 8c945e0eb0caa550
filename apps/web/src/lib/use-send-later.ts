import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useBalance } from './balance.ts';
import type { Intent } from './offline-intents.ts';
import { connectionStore } from './online.ts';
import { useCurrentUser } from './session.ts';
import { useStore } from './store.ts';
import { toast, toastError } from './toast.ts';

/**
 * Keeps a purchase on the device until there is a network. Undefined while online, when the server is asked at once.
 * The function returns true when the purchase waits.
 */
export function useSendLater(): ((intent: Intent) => Promise<boolean>) | undefined {
  const { t } = useLingui();
  const client = useQueryClient();
  const user = useCurrentUser();
  const balance = useBalance();
  if (useStore(connectionStore) !== 'offline' || !user) return undefined;
  return async (intent) => {
    const { queueIntent, startOfflineCredits } = await import('./offline-credits.ts');
    const refusal = queueIntent(user.id, intent, balance);
    if (refusal === 'queued') toast({ tone: 'info', title: t`This already waits to be sent` });
    else if (refusal) {
      toastError(refusal === 'insufficient' ? t`Insufficient credits` : t`This cannot be sent later`);
      return false;
    } else toast({ title: t`Waiting for a network`, text: t`It is sent and charged once you are back online.` });
    startOfflineCredits(client);
    return true;
  };
}
