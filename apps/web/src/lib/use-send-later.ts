import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBalance } from './balance.ts';
import type { Intent } from './offline-intents.ts';
import { connectionStore } from './online.ts';
import { useCurrentUser } from './session.ts';
import { useStore } from './store.ts';
import { toast, toastError } from './toast.ts';

const load = () => import('./offline-credits.ts');

/**
 * Keeps a purchase on the device until there is a network. Undefined while online, when the server is asked at once.
 * The function returns true when the purchase waits.
 */
export function useSendLater(): ((intent: Intent) => Promise<boolean>) | undefined {
  const { t } = useLingui();
  const client = useQueryClient();
  const user = useCurrentUser();
  const balance = useBalance();
  const offline = useStore(connectionStore) === 'offline';
  // Once there is no network it cannot be loaded any more.
  useEffect(() => void load().catch(() => undefined), []);
  if (!offline || !user) return undefined;
  return async (intent) => {
    const code = await load().catch(() => null);
    if (!code) {
      toastError(t`This cannot be sent later`, t`The connection dropped. Try again.`);
      return false;
    }
    const { queueIntent, startOfflineCredits } = code;
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
