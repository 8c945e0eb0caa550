import type { QueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { changeIncognito, incognitoStore } from '../../lib/incognito.ts';

const listsOfPeople = ['nearby', 'nearbyCells', 'available', 'listFlames', 'matches'] as const;
type PrivacyChange = Parameters<typeof api.setPrivacySettings>[0]['body'];

/** Saves who may see the member, and shows it wherever it is shown. */
export async function savePrivacy(client: QueryClient, body: PrivacyChange): Promise<void> {
  const saved: Answer<'privacySettings'> = await api.setPrivacySettings({ body });
  client.setQueryData(keyOf('privacySettings'), saved);
  for (const name of listsOfPeople) void client.invalidateQueries({ queryKey: keyOf(name) });
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
let confirmed: boolean | undefined;

/**
 * Turns incognito on this device and the server's rule together, in the order of the taps. Rejects after a refusal;
 * the switch has then gone back.
 */
export function switchIncognito(client: QueryClient, on: boolean): Promise<void> {
  if (waiting === 0) confirmed = incognitoStore.get().isEnabled;
  waiting += 1;
  changeIncognito({ isEnabled: on });
  const saving = last.then(() => savePrivacy(client, { incognito: on }));
  last = saving.then(
    () => {
      confirmed = on;
    },
    () => undefined,
  );
  return saving.finally(() => {
    waiting -= 1;
    // A later tap decides by itself.
    if (waiting === 0 && confirmed !== undefined) changeIncognito({ isEnabled: confirmed });
  });
}
