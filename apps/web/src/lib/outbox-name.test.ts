import { afterEach, expect, it, vi } from 'vitest';
import { openDevice } from './device-database.ts';
import { hasOutbox, wipeOutbox } from './outbox-name.ts';

afterEach(() => vi.unstubAllGlobals());

it('T82: a database opened during sign-out is not created anew', async () => {
  const open = vi.fn(() => ({}));
  vi.stubGlobal('indexedDB', {
    open,
    databases: async () => [{ name: 'vlam-outbox' }],
    deleteDatabase: () => {
      const request: { onsuccess?: () => void } = {};
      queueMicrotask(() => request.onsuccess?.());
      return request;
    },
  });
  expect(await hasOutbox()).toBe(true);
  const wiping = wipeOutbox();
  await expect(openDevice()).rejects.toThrow('logged out');
  await wiping;
  expect(await hasOutbox()).toBe(false);
  expect(open).not.toHaveBeenCalled();
});
