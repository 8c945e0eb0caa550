import { answerOf, changeDevice, openDevice } from './device-database.ts';
import type { WrittenMessage } from './types.ts';

/**
 * A message on its way. `waiting`: goes as soon as it can. `costs`: the day's free messages are used up, so its
 * author must confirm the cost. `failed`: the server refused it.
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
  /** Only this page has it: the device took nothing more. */
  isUnkept?: boolean;
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

/** `device`, and in the memory of the page what it does not take: words go out from there, and are gone with the page. */
export function orMemory(device: OutboxStorage): OutboxStorage {
  const spare = new Map<string, Waiting>();
  /** What the device is known to hold; of those the page may have a later state. */
  const kept = new Set<string>();
  return {
    async all() {
      const there = await device.all().catch(() => null);
      const names = new Set(there?.map(({ clientId }) => clientId) ?? kept);
      // Another tab has sent it, or taken it away.
      for (const clientId of kept) if (!names.has(clientId)) spare.delete(clientId);
      kept.clear();
      for (const clientId of names) kept.add(clientId);
      const here = [...spare.values()].map((item) => (kept.has(item.clientId) ? item : { ...item, isUnkept: true }));
      return inOrder([...(there ?? []).filter(({ clientId }) => !spare.has(clientId)), ...here]);
    },
    async put({ isUnkept: _before, ...item }) {
      try {
        await device.put(item);
        kept.add(item.clientId);
        spare.delete(item.clientId);
      } catch {
        spare.set(item.clientId, item);
      }
    },
    async remove(clientId) {
      if (kept.has(clientId) || !spare.has(clientId)) await device.remove(clientId);
      spare.delete(clientId);
    },
  };
}
