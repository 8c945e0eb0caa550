import { afterEach, expect, it, vi } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import { toastQueue } from '../../../lib/toast.ts';
import { ShareSheet } from './share-sheet.tsx';

const person = { id: '01a21e93-8d88-753c-8580-413037fce9df', handle: 'naledi.m', displayName: 'Naledi' };
const device = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });
const mount = (shown: Parameters<typeof ShareSheet>[0]['person'] = person) =>
  render(<ShareSheet person={shown} open onClose={() => undefined} />);

afterEach(() => {
  toastQueue.set([]);
  device('share', undefined);
});

it('names the QR code, shows the address and copies it', async () => {
  serve({});
  const writeText = vi.fn(async () => undefined);
  // The test's own browser can share.
  device('share', undefined);
  device('clipboard', { writeText });
  const { container, press, unmount } = await mount();
  expect(container.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(
    'QR code that opens the address of Naledi',
  );
  expect(container.querySelector('[data-slot=address]')?.textContent).toBe(`${location.host}/@naledi.m`);
  expect(container.textContent).not.toContain('Share with another app');
  await press('Copy link');
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/@naledi.m`);
  expect(toastQueue.get().map(({ title }) => title)).toEqual(['Link copied']);
  unmount();
});

it('hands the address to the share sheet of the device', async () => {
  serve({});
  const share = vi.fn(async () => undefined);
  device('share', share);
  const { press, unmount } = await mount();
  await press('Share with another app');
  expect(share).toHaveBeenCalledWith({ title: 'Naledi', url: `${location.origin}/@naledi.m` });
  unmount();
});

it('shares the address by id of a person without a handle', async () => {
  serve({});
  const { container, unmount } = await mount({ ...person, handle: null });
  expect(container.querySelector('[data-slot=address]')?.textContent).toBe(`${location.host}/profile/${person.id}`);
  expect(container.textContent).not.toContain('@');
  unmount();
});
