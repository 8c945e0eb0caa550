import { vi } from 'vitest';

type Row = Record<string, unknown>;

/** A request or transaction that succeeds in a task of its own, as a browser's does, once `before` has ended. */
function later<Value>(act: () => Value, before = Promise.resolve()) {
  const request: { result?: Value; onsuccess?: () => void; onupgradeneeded?: () => void } = {};
  void before.then(() =>
    setTimeout(() => {
      request.result = act();
      request.onsuccess?.();
    }),
  );
  return request;
}

/** Replaces the device's database, as far as the app uses it, with `accountId` signed in. Returns what is in `lists`. */
export function serveDevice(accountId: string): Map<unknown, Row> {
  const lists = new Map<unknown, Row>();
  const storeAfter = (before: Promise<void>) => ({
    get: (key: unknown) => later(() => lists.get(key), before),
    getAll: () => later(() => [...lists.values()], before),
    put: (row: Row) => later(() => lists.set(row.name, row), before),
    delete: (key: unknown) => later(() => lists.delete(key), before),
    clear: () => later(() => lists.clear(), before),
  });
  let last = Promise.resolve();
  const db = {
    close: () => undefined,
    // One after the other.
    transaction: () => {
      const before = last;
      const store = storeAfter(before);
      const transaction: { objectStore(): typeof store; oncomplete?: () => void } = { objectStore: () => store };
      last = before.then(
        () =>
          new Promise((done) => {
            // After the requests, and after those that their results lead to.
            setTimeout(() =>
              setTimeout(() => {
                transaction.oncomplete?.();
                done();
              }),
            );
          }),
      );
      return transaction;
    },
  };
  vi.stubGlobal('indexedDB', { open: () => later(() => db), databases: async () => [{ name: 'vlam-outbox' }] });
  vi.stubGlobal('caches', { match: async () => new Response(accountId) });
  return lists;
}
