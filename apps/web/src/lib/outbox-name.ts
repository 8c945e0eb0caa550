// Separate from the outbox, because every screen loads this file and only the chat loads the queue.
export const outboxName = 'vlam-outbox';

let wiped = false;
/** True once this tab has deleted the device data at sign-out; the database must not be created again. */
export const isWiped = (): boolean => wiped;

/** True when this device may hold conversation data; does not create the database. */
export async function hasOutbox(): Promise<boolean> {
  if (wiped || !('indexedDB' in globalThis) || typeof indexedDB.databases !== 'function') return false;
  return (await indexedDB.databases().catch(() => [])).some(({ name }) => name === outboxName);
}

/** Deletes all conversation data of this device; never rejects. */
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
