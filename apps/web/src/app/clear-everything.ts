import { clearStorage } from '../features/privacy/device-data.ts';
import { wipeOutbox } from '../lib/outbox-name.ts';
import { queryClient } from './query-client.ts';

/** Deletes what this device keeps, but for the three settings keys, and opens the app again. */
export async function clearEverything(): Promise<void> {
  await wipeOutbox();
  const others = (await indexedDB.databases?.().catch(() => [])) ?? [];
  for (const { name } of others) if (name) indexedDB.deleteDatabase(name);
  clearStorage();
  queryClient.clear();
  location.replace('/');
}
