import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Rendered, render, settle } from '../../../test/render.tsx';
import type { StreamView } from './api.ts';
import { Player } from './player.tsx';

const item = {
  ...{ id: 'f0a1', title: 'Salt', sources: [], width: 640, height: 360, mediaType: 'video' },
  ...{ classification: '18', warningLabels: ['S'] },
} as unknown as Parameters<typeof Player>[0]['item'];
const stream = {
  ...{ kind: 'video', url: '/m/f0a1/index.m3u8?s=1', duration: 60, freeSeconds: null, peaks: null, captions: [] },
  qualities: [{ name: '360p', width: 640, height: 360, megabytesPerMinute: 4 }],
} as unknown as StreamView;

let screen: Rendered;
const full = vi.fn(async () => undefined);
const own = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'requestFullscreen');
/** As a browser that lets every element fill the screen, or an iPhone, which lets only videos. */
function letFill(value: unknown): void {
  Object.defineProperty(HTMLElement.prototype, 'requestFullscreen', { value, configurable: true });
}
beforeEach(() => {
  full.mockClear();
  history.replaceState(null, '');
});
afterEach(() => {
  screen.unmount();
  if (own) Object.defineProperty(HTMLElement.prototype, 'requestFullscreen', own);
  else Reflect.deleteProperty(HTMLElement.prototype, 'requestFullscreen');
});

const open = async () => {
  screen = await render(
    <Player item={item} stream={stream} onRefused={() => undefined} aside={null}>
      {null}
    </Player>,
  );
};
const frame = () => screen.container.querySelector('[data-slot="player"]') as HTMLElement;
const isFilling = () => frame().classList.contains('fixed') && frame().getAttribute('role') === 'dialog';
const video = () => screen.container.querySelector('video') as HTMLVideoElement;

it('fills the screen with the frame, which holds the rating, where a browser can', async () => {
  letFill(full);
  await open();
  await screen.press('Full screen');
  expect([full.mock.contexts[0], isFilling()]).toEqual([frame(), false]);
  expect(frame().querySelector('[data-slot="rating"]')?.textContent).toBe('18 · S');
});

it('fills the window where only a video could fill the screen, until its button, Escape or Back', async () => {
  letFill(undefined);
  await open();
  const playing = video();
  await screen.press('Full screen');
  expect(isFilling()).toBe(true);
  expect(frame().querySelector('[data-slot="rating"]')?.textContent).toBe('18 · S');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Leave full screen');
  expect(document.documentElement.style.overflow).toBe('hidden');
  // The same element: it plays on.
  expect(video()).toBe(playing);
  await screen.press('Leave full screen');
  expect([isFilling(), document.documentElement.style.overflow]).toEqual([false, '']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Full screen');
  await screen.press('Full screen');
  await act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  expect(isFilling()).toBe(false);
  await screen.press('Full screen');
  await act(async () => {
    history.replaceState(null, '');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(isFilling()).toBe(false);
});

it("takes the video back from the phone's own full screen, which shows no rating, and plays on", async () => {
  letFill(undefined);
  await open();
  const play = vi.spyOn(video(), 'play').mockResolvedValue();
  const webkitExitFullscreen = vi.fn(() => void video().dispatchEvent(new Event('webkitendfullscreen')));
  Object.assign(video(), { webkitExitFullscreen });
  Object.defineProperty(video(), 'paused', { value: false, configurable: true });
  await act(async () => void video().dispatchEvent(new Event('webkitbeginfullscreen')));
  await settle();
  expect([webkitExitFullscreen.mock.calls.length, play.mock.calls.length, isFilling()]).toEqual([1, 1, true]);
});

const behind = () => document.querySelector('#behind') as HTMLElement;
const isInert = (element: Element | null | undefined) => element?.closest('[inert]') !== null;

it('nothing behind it can be reached while it fills the window', async () => {
  letFill(undefined);
  screen = await render(
    <>
      <header id="behind">
        <a href="/">Home</a>
      </header>
      <Player item={item} stream={stream} onRefused={() => undefined} aside={null}>
        <p inert id="closed" />
      </Player>
    </>,
  );
  const reach = () => [
    ...[behind(), video(), frame().querySelector('button')].map(isInert),
    ...[...screen.container.querySelectorAll('[aria-label="Full screen"]')].map(isInert),
    ...[...screen.container.querySelectorAll('dialog')].map(isInert),
    isInert(screen.container.querySelector('#closed')),
  ];
  await screen.press('Full screen');
  expect(reach()).toEqual([true, false, false, true, false, true]);
  await screen.press('Leave full screen');
  expect([isInert(behind()), isInert(screen.container.querySelector('[aria-label="Full screen"]'))]).toEqual([
    false,
    false,
  ]);
  expect(screen.container.querySelector('#closed')?.hasAttribute('inert')).toBe(true);
});

it.each([
  ['Escape', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
  ['f', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'f' }))],
  [
    'Back',
    () => {
      history.replaceState(null, '');
      dispatchEvent(new PopStateEvent('popstate'));
    },
  ],
] as const)('%s returns the focus to where it was', async (_, leave) => {
  letFill(undefined);
  await open();
  const others = [...screen.container.querySelectorAll<HTMLElement>('button, input:enabled')];
  for (const opener of [others[0], undefined]) {
    opener?.focus();
    if (!opener) (document.activeElement as HTMLElement | null)?.blur();
    await act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'f' })));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Leave full screen');
    await act(async () => void leave());
    await settle();
    expect(isFilling()).toBe(false);
    if (opener) expect(document.activeElement).toBe(opener);
    else expect(document.activeElement?.getAttribute('aria-label')).toBe('Full screen');
  }
});
