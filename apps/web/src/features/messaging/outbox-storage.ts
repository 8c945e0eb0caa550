import { changeDevice, openDevice, resultOf } from '../../lib/device-database.ts';
import type { WrittenMessage } from './types.ts';

/**
 * An unsent message. `waiting`: sent as soon as possible. `costs`: the day's free messages are used up, so its author
 * must accept the cost. `failed`: refused by the server.
 */
export interface Waiting {
  /** Idempotency key, created with the message; the server stores one message per key. */
  clientId: string;
  /** Author's account id: other accounts on this device neither see nor send it. */
  accountId: string;
  /** Recipient's profile id. */
  to: string;
  message: WrittenMessage;
  /** Increases with each message written on this device. */
  order: number;
  writtenAt: string;
  state: 'waiting' | 'costs' | 'failed';
  /** True when an attempt got no answer. */
  tried?: boolean;
  /** True when only this tab holds it, because the device could not store it. */
  isUnkept?: boolean;
  /** The server's reason for refusing it. */
  reason?: string;
}

const table = 'messages';

export interface OutboxStorage {
  /** All stored messages, in the order they were written. */
  all(): Promise<Waiting[]>;
  /** Stores a message, replacing its earlier state. */
  put(item: Waiting): Promise<void>;
  remove(clientId: string): Promise<void>;
}

const inOrder = (items: Waiting[]) => items.toSorted((one, other) => one.order - other.order);

/** For browsers that block storage (private windows): messages live as long as the tab. */
export function memoryStorage(): OutboxStorage {
  const items = new Map<string, Waiting>();
  return {
    all: async () => inOrder([...items.values()]),
    put: async (item) => void items.set(item.clientId, item),
    remove: async (clientId) => void items.delete(clientId),
  };
}

/** Unsent messages in IndexedDB; they survive reloads and are shared by all tabs. */
export async function deviceStorage(): Promise<OutboxStorage> {
  const db = await openDevice();
  return {
    all: async () => inOrder(await resultOf<Waiting[]>(db.transaction(table).objectStore(table).getAll())),
    put: (item) => changeDevice(db, table, (store) => store.put(item)),
    remove: (clientId) => changeDevice(db, table, (store) => store.delete(clientId)),
  };
}

/** Uses `device`, and this tab's memory for what the device cannot store. */
export function orMemory(device: OutboxStorage): OutboxStorage {
  const spare = new Map<string, Waiting>();
  /** Ids stored on the device; this tab may have a newer state of them. */
  const kept = new Set<string>();
  return {
    async all() {
      const there = await device.all().catch(() => null);
      const names = new Set(there?.map(({ clientId }) => clientId) ?? kept);
      // Another tab has sent or deleted it.
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
