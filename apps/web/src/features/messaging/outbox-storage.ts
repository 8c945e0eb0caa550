import { outboxName } from './outbox-name.ts';
import type { WrittenMessage } from './types.ts';

/**
 * A message on its way. `waiting`: goes as soon as it can. `costs`: the day's free messages are used up, and whoever
 * wrote it must say that it may cost. `failed`: the server refused it.
 */
export interface Waiting {
  /** Made when it was written; the server stores one message for it, however often it is sent. */
  clientId: string;
  /** Whose it is: another account on this device neither sees nor sends it. */
  accountId: string;
  /** Profile it is for. */
  to: string;
  message: WrittenMessage;
  /** Rises with each message written on this device. */
  order: number;
  writtenAt: string;
  state: 'waiting' | 'costs' | 'failed';
  /** Why it was refused, in words. */
  reason?: string;
}

const table = 'messages';

export interface OutboxStorage {
  /** Everything kept, in the order it was written. */
  all(): Promise<Waiting[]>;
  /** Keeps one, in place of an earlier state of it. */
  put(item: Waiting): Promise<void>;
  remove(clientId: string): Promise<void>;
}

const inOrder = (items: Waiting[]) => items.toSorted((one, other) => one.order - other.order);

/** For browsers that close their storage (private windows): what waits lives as long as the page. */
export function memoryStorage(): OutboxStorage {
  const items = new Map<string, Waiting>();
  return {
    all: async () => inOrder([...items.values()]),
    put: async (item) => void items.set(item.clientId, item),
    remove: async (clientId) => void items.delete(clientId),
  };
}

const answerOf = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** What waits, on this device; it stays through reloads and is shared by all tabs. */
export async function deviceStorage(): Promise<OutboxStorage> {
  const opening = indexedDB.open(outboxName, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(table, { keyPath: 'clientId' });
  const db = await answerOf(opening);
  // Logging out deletes the database; an open connection would keep it.
  db.onversionchange = () => db.close();
  const change = (act: (store: IDBObjectStore) => unknown) =>
    new Promise<void>((resolve, reject) => {
      const transaction = db.transaction(table, 'readwrite');
      act(transaction.objectStore(table));
      // Only then would it survive the page.
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  return {
    all: async () => inOrder(await answerOf<Waiting[]>(db.transaction(table).objectStore(table).getAll())),
    put: (item) => change((store) => store.put(item)),
    remove: (clientId) => change((store) => store.delete(clientId)),
  };
}
