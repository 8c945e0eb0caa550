// Apart, because every page knows it: the queue itself comes with the chat.
export const outboxName = 'vlam-outbox';

let wiped = false;
/** Whether this page has taken everything off the device: it is about to leave, and makes no room anew. */
export const isWiped = (): boolean => wiped;

/** Whether this device may hold something of conversations; asked without making room for it. */
export async function hasOutbox(): Promise<boolean> {
  if (wiped || !('indexedDB' in globalThis) || typeof indexedDB.databases !== 'function') return false;
  return (await indexedDB.databases().catch(() => [])).some(({ name }) => name === outboxName);
}

/** Takes everything that waits off this device; settles in any case. */
export function wipeOutbox(): Promise<void> {
  wiped = true;
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(outboxName);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    } catch {
      resolve();
    }
  });
}
