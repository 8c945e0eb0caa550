import { afterEach, expect, it, vi } from 'vitest';
import { forgetReload, reloadOnce } from './release.ts';

/** A browser whose worker of the release before is in charge; the new one comes with the look for updates. */
function aBrowser(newer: 'installing' | 'waiting' | null) {
  const container = new EventTarget();
  const worker = Object.assign(new EventTarget(), { state: newer === 'installing' ? 'installing' : 'installed' });
  const said: string[] = [];
  const postMessage = ({ type }: { type: string }) => {
    said.push(type);
    container.dispatchEvent(new Event('controllerchange'));
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
  const reload = vi.fn(() => void said.push('reload'));
  vi.stubGlobal('location', { reload });
  const installed = () => {
    worker.state = 'installed';
    worker.dispatchEvent(new Event('statechange'));
  };
  return { said, reload, installed };
}
afterEach(() => {
  forgetReload();
  vi.unstubAllGlobals();
});

it('lets the worker of this release take over before the page is read anew', async () => {
  const { said, reload } = aBrowser('waiting');
  reloadOnce();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(said).toEqual(['SKIP_WAITING', 'reload']);
});

it('waits for one that is still being installed', async () => {
  const { said, reload, installed } = aBrowser('installing');
  reloadOnce();
  await new Promise((done) => setTimeout(done, 20));
  expect(said).toEqual([]);
  installed();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(said).toEqual(['SKIP_WAITING', 'reload']);
});

it('reads the page anew at once where there is no newer worker, and once only', async () => {
  const { said, reload } = aBrowser(null);
  reloadOnce();
  reloadOnce();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(said).toEqual(['reload']);
});
