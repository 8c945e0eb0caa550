import { beforeAll, describe, expect, it, vi } from 'vitest';

const cached = new Map<string, Response>();
const cache = {
  match: async (key: string) => cached.get(key),
  put: async (key: string, value: Response) => void cached.set(key, value),
  delete: async (key: string) => cached.delete(key),
};
const setAppBadge = vi.fn(async () => undefined);
const clearAppBadge = vi.fn(async () => undefined);
const showNotification = vi.fn(async (_title: string, _options: object) => undefined);
const worker = new EventTarget();

async function receive(type: string, data: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  const event = Object.assign(new Event(type), { data, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  worker.dispatchEvent(event);
  await Promise.all(work);
}
const push = (unread: number) => receive('push', { json: () => ({ unread }) });
const signIn = () => receive('message', { type: 'SIGNED_IN', accountId: 'a' });

beforeAll(async () => {
  vi.stubGlobal('__BUILD__', { version: '1', files: [], hashes: 'AAAA' });
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match });
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge });
  vi.stubGlobal(
    'self',
    Object.assign(worker, {
      clients: { matchAll: async () => [], claim: async () => undefined },
      registration: { showNotification, getNotifications: async () => [] },
    }),
  );
  await vi.importActual('./sw.ts');
});

it('leaves the badge alone until a tab reports that the app is installed', async () => {
  await push(2);
  await receive('message', { type: 'BADGE', unread: 2 });
  await signIn();
  await receive('message', { type: 'SIGNED_OUT' });
  expect(setAppBadge).not.toHaveBeenCalled();
  expect(clearAppBadge).not.toHaveBeenCalled();
});

it('sets the badge of an installed app, and clears only a badge that was set', async () => {
  await receive('message', { type: 'INSTALLED' });
  await signIn();
  expect(clearAppBadge).not.toHaveBeenCalled();
  await push(3);
  expect(setAppBadge).toHaveBeenLastCalledWith(3);
  await signIn();
  await signIn();
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

it('shows a push under the disguise that it names, with no sign of the product', async () => {
  await receive('push', { json: () => ({ unread: 1, as: 'Notes' }) });
  const [title, options] = showNotification.mock.lastCall ?? [];
  expect(title).toBe('Notes');
  expect(options).toMatchObject({ icon: '/icons/notes-192.png', badge: '/icons/notes-192.png' });
  expect(JSON.stringify([title, options])).not.toMatch(/flame|icon-192|Vlam/);
});

describe('a new build', () => {
  const stored = (path: string) => ({ url: `https://vlam.example/assets/${path}` });
  async function keptOf(answer: () => Promise<Response>): Promise<string[]> {
    const files = ['home-AAAA1111.js', 'home-BBBB1111.js', 'texts/zu-CCCC1111.js', 'texts/zu--_D-2222.js'].map(stored);
    const deleted: unknown[] = [];
    const remove = async (request: unknown) => deleted.push(request) > 0;
    const store = { ...cache, keys: async () => files, delete: remove };
    vi.stubGlobal('caches', { open: async () => store, keys: async () => [], match: cache.match });
    vi.stubGlobal('fetch', vi.fn(answer));
    await receive('activate', {});
    return files.filter((file) => !deleted.includes(file)).map(({ url }) => url.replace(/.*assets./, ''));
  }

  it('keeps the files of its list, and texts of the list of their language', async () => {
    expect(await keptOf(async () => new Response('CCCC'))).toEqual(['home-AAAA1111.js', 'texts/zu-CCCC1111.js']);
    expect(vi.mocked(fetch).mock.calls).toEqual([['/assets/texts/zu-1.txt']]);
  });

  it('keeps texts whose list cannot be fetched, so that they are there offline', async () => {
    const failures = [() => Promise.reject(new Error('offline')), async () => new Response('', { status: 503 })];
    for (const failure of failures)
      expect(await keptOf(failure)).toEqual(['home-AAAA1111.js', 'texts/zu-CCCC1111.js', 'texts/zu--_D-2222.js']);
  });
});
