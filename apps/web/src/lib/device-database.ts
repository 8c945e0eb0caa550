import { isWiped, outboxName } from './outbox-name.ts';

/** What this device keeps of its member: unsent messages, the threads opened last, and the lists seen last. */
export type Store = 'messages' | 'threads' | 'lists';

const keyPaths: Record<Store, string> = { messages: 'clientId', threads: 'profileId', lists: 'name' };

export const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Opens the database; there is one, so that signing out deletes everything at once. Rejects when storage is blocked,
 * and after deletion.
 */
export async function openDevice(): Promise<IDBDatabase> {
  if (isWiped()) throw new Error('this page has logged out');
  const opening = indexedDB.open(outboxName, 3);
  opening.onupgradeneeded = () => {
    const { result } = opening;
    for (const [name, keyPath] of Object.entries(keyPaths))
      if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, { keyPath });
  };
  const db = await resultOf(opening);
  // Signing out deletes the database, which an open connection would block.
  db.onversionchange = () => db.close();
  return db;
}

/** Changes a store; resolves once the change is durable. */
export const changeDevice = (db: IDBDatabase, name: Store, act: (store: IDBObjectStore) => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = db.transaction(name, 'readwrite');
    act(transaction.objectStore(name));
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
