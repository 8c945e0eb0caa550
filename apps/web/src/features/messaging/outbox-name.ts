// Apart, because every page knows it: the queue itself comes with the chat.
export const outboxName = 'vlam-outbox';

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
