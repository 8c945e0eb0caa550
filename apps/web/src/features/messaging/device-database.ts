import { isWiped, outboxName } from './outbox-name.ts';

/** What this device keeps of conversations: messages on their way, and the threads that were opened last. */
export type Store = 'messages' | 'threads';

const keyPaths: Record<Store, string> = { messages: 'clientId', threads: 'profileId' };

export const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** One database for both, so that a logout takes all of it at once. Rejects where a browser closes its storage, and after that. */
export async function openDevice(): Promise<IDBDatabase> {
  if (isWiped()) throw new Error('this page has logged out');
  const opening = indexedDB.open(outboxName, 2);
  opening.onupgradeneeded = () => {
    const { result } = opening;
    for (const [name, keyPath] of Object.entries(keyPaths))
      if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, { keyPath });
  };
  const db = await answerOf(opening);
  // Logging out deletes the database; an open connection would keep it.
  db.onversionchange = () => db.close();
  return db;
}

/** Changes a store; settles when it would survive the page. */
export const changeDevice = (db: IDBDatabase, name: Store, act: (store: IDBObjectStore) => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = db.transaction(name, 'readwrite');
    act(transaction.objectStore(name));
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
