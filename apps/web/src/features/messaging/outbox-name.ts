// Apart, because every page knows it: the queue itself comes with the chat.
export const outboxName = 'vlam-outbox';

/** Whether this device may hold something of conversations; asked without making room for it. */
export async function hasOutbox(): Promise<boolean> {
  if (!('indexedDB' in globalThis) || typeof indexedDB.databases !== 'function') return false;
  return (await indexedDB.databases().catch(() => [])).some(({ name }) => name === outboxName);
}

/** Takes everything that waits off this device; settles in any case. */
export function wipeOutbox(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(outboxName);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    } catch {
      resolve();
    }
  });
}
