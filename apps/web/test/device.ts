import { vi } from 'vitest';

type Row = Record<string, unknown>;

/** A request or transaction that succeeds in a task of its own, as a browser's does. */
function later<Value>(act: () => Value) {
  const request: { result?: Value; onsuccess?: () => void; onupgradeneeded?: () => void } = {};
  setTimeout(() => {
    request.result = act();
    request.onsuccess?.();
  });
  return request;
}

/** Replaces the device's database, as far as the app uses it, with `accountId` signed in. Returns what is in `lists`. */
export function serveDevice(accountId: string): Map<unknown, Row> {
  const lists = new Map<unknown, Row>();
  const store = {
    getAll: () => later(() => [...lists.values()]),
    put: (row: Row) => later(() => lists.set(row.name, row)),
    delete: (key: unknown) => later(() => lists.delete(key)),
    clear: () => later(() => lists.clear()),
  };
  const db = {
    close: () => undefined,
    transaction: () => {
      const transaction: { objectStore(): typeof store; oncomplete?: () => void } = { objectStore: () => store };
      // After the requests, and after those that their results lead to.
      setTimeout(() => setTimeout(() => transaction.oncomplete?.()));
      return transaction;
    },
  };
  vi.stubGlobal('indexedDB', { open: () => later(() => db), databases: async () => [{ name: 'vlam-outbox' }] });
  vi.stubGlobal('caches', { match: async () => new Response(accountId) });
  return lists;
}
