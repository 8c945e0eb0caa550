import { afterEach, expect, it, vi } from 'vitest';
import { waitFor } from '../../test/wait.ts';
import { clearReloadFlag, reloadForRelease } from './release.ts';

/**
 * A browser controlled by the previous release's worker; `update()` finds the new one, which does not take over while
 * the previous one still answers something.
 */
function mockBrowser(
  newer: 'installing' | 'waiting' | null,
  { takesOver = true, update = async () => undefined }: { takesOver?: boolean; update?: () => Promise<undefined> } = {},
) {
  const container = new EventTarget();
  const worker = Object.assign(new EventTarget(), { state: newer === 'installing' ? 'installing' : 'installed' });
  const calls: string[] = [];
  const postMessage = ({ type }: { type: string }) => {
    calls.push(type);
    if (takesOver) container.dispatchEvent(new Event('controllerchange'));
  };
  const newWorker = newer && Object.assign(worker, { postMessage });
  const registration = {
    active: {},
    waiting: newer === 'waiting' ? newWorker : null,
    installing: newer === 'installing' ? newWorker : null,
    update,
  };
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: Object.assign(container, { getRegistration: async () => registration }),
  });
  const reload = vi.fn(() => void calls.push('reload'));
  const replace = vi.fn((page: URL) => void calls.push(`${page.pathname}${page.search}`));
  vi.stubGlobal('location', { reload, replace, href: 'https://vlam.test/chat/7' });
  const become = (state: 'installed' | 'redundant') => {
    worker.state = state;
    worker.dispatchEvent(new Event('statechange'));
  };
  return { calls, reload, become };
}
afterEach(() => {
  vi.useRealTimers();
  clearReloadFlag();
  vi.unstubAllGlobals();
});

it('activates the worker of this release before it reloads', async () => {
  const { calls, reload } = mockBrowser('waiting');
  reloadForRelease();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(calls).toEqual(['SKIP_WAITING', 'reload']);
});

it('waits for a worker that is still being installed', async () => {
  const { calls, reload, become } = mockBrowser('installing');
  reloadForRelease();
  await new Promise((done) => setTimeout(done, 20));
  expect(calls).toEqual([]);
  become('installed');
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(calls).toEqual(['SKIP_WAITING', 'reload']);
});

it('reloads at once when no worker serves the page, and only once', async () => {
  const { calls, reload } = mockBrowser(null);
  vi.stubGlobal('navigator', { onLine: true });
  reloadForRelease();
  reloadForRelease();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(calls).toEqual(['reload']);
});

it('asks the server past a worker that finds no newer one, cannot ask for it, or learns of it too late', async () => {
  vi.useFakeTimers();
  const finds = {
    none: async () => undefined,
    refused: () => Promise.reject(new Error('the script did not load')),
    late: () => new Promise<undefined>(() => {}),
  };
  for (const [name, update] of Object.entries(finds)) {
    const { calls } = mockBrowser(null, { update });
    reloadForRelease();
    await vi.advanceTimersByTimeAsync(name === 'late' ? 5_100 : 10);
    expect([name, ...calls]).toEqual([name, '/chat/7?release=']);
    clearReloadFlag();
  }
});

it('asks the server at once when the reloaded screen fails too, and then leaves it at that', async () => {
  const { calls } = mockBrowser('waiting');
  for (let tries = 1; tries <= 4; tries += 1) {
    reloadForRelease();
    await waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(Math.min(tries, 2) + 1));
  }
  expect(calls).toEqual(['SKIP_WAITING', 'reload', '/chat/7?release=']);
  clearReloadFlag();
  reloadForRelease();
  await waitFor(() => expect(calls.slice(3)).toEqual(['SKIP_WAITING', 'reload']));
});

it('asks the server past a worker that is not there in 15 s, could not be installed, or does not take over', async () => {
  vi.useFakeTimers();
  const slow = mockBrowser('installing');
  reloadForRelease();
  await vi.advanceTimersByTimeAsync(14_900);
  expect(slow.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(slow.calls).toEqual(['/chat/7?release=']);
  clearReloadFlag();
  const failed = mockBrowser('installing');
  reloadForRelease();
  await vi.advanceTimersByTimeAsync(10);
  failed.become('redundant');
  await vi.advanceTimersByTimeAsync(10);
  expect(failed.calls).toEqual(['/chat/7?release=']);
  clearReloadFlag();
  const held = mockBrowser('waiting', { takesOver: false });
  reloadForRelease();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(held.calls).toEqual(['SKIP_WAITING']);
  await vi.advanceTimersByTimeAsync(200);
  expect(held.calls).toEqual(['SKIP_WAITING', '/chat/7?release=']);
});
