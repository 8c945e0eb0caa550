import { afterEach, expect, it, vi } from 'vitest';
import { waitFor } from '../../test/wait.ts';
import { clearReloadFlag, reloadOnce } from './release.ts';

/**
 * A browser controlled by the previous release's worker; `update()` finds the new one, which does not take over while
 * the previous one still answers something.
 */
function mockBrowser(newer: 'installing' | 'waiting' | null, { takesOver } = { takesOver: true }) {
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
    update: async () => undefined,
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
  reloadOnce();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(calls).toEqual(['SKIP_WAITING', 'reload']);
});

it('waits for a worker that is still being installed', async () => {
  const { calls, reload, become } = mockBrowser('installing');
  reloadOnce();
  await new Promise((done) => setTimeout(done, 20));
  expect(calls).toEqual([]);
  become('installed');
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(calls).toEqual(['SKIP_WAITING', 'reload']);
});

it('reloads at once when there is no newer worker, and only once', async () => {
  const { calls, reload } = mockBrowser(null);
  reloadOnce();
  reloadOnce();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(calls).toEqual(['reload']);
});

it('asks the server past a worker that is not there in a minute, could not be installed, or does not take over', async () => {
  vi.useFakeTimers();
  const slow = mockBrowser('installing');
  reloadOnce();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(slow.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(slow.calls).toEqual(['/chat/7?release=']);
  clearReloadFlag();
  const failed = mockBrowser('installing');
  reloadOnce();
  await vi.advanceTimersByTimeAsync(10);
  failed.become('redundant');
  await vi.advanceTimersByTimeAsync(10);
  expect(failed.calls).toEqual(['/chat/7?release=']);
  clearReloadFlag();
  const held = mockBrowser('waiting', { takesOver: false });
  reloadOnce();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(held.calls).toEqual(['SKIP_WAITING']);
  await vi.advanceTimersByTimeAsync(200);
  expect(held.calls).toEqual(['SKIP_WAITING', '/chat/7?release=']);
});
