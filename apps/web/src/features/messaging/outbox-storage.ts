import { answerOf, changeDevice, openDevice } from './device-database.ts';
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
  /** An attempt got no answer. */
  tried?: boolean;
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

/** What waits, on this device; it stays through reloads and is shared by all tabs. */
export async function deviceStorage(): Promise<OutboxStorage> {
  const db = await openDevice();
  return {
    all: async () => inOrder(await answerOf<Waiting[]>(db.transaction(table).objectStore(table).getAll())),
    put: (item) => changeDevice(db, table, (store) => store.put(item)),
    remove: (clientId) => changeDevice(db, table, (store) => store.delete(clientId)),
  };
}
