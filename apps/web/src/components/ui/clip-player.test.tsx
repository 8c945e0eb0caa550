import { act } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Rendered, render, serve, settle } from '../../../test/render.tsx';
import { setWifiOnly } from '../../lib/wifi-only.ts';
import { ClipPlayer } from './clip-player.tsx';

const mediaId = '019921ce-3d98-71fd-a370-b46bed6833e3';
const media = (url: string) => ({
  status: 200,
  body: {
    ...{ id: mediaId, kind: 'video', state: 'ready', reason: null, width: 4, height: 5, duration: 60 },
    ...{ url, sources: [], previewUrl: null },
  },
});

// What plays a clip loads with it; ahead here, so that no test waits for its first time.
beforeAll(() => import('../player/clip-file.tsx'));

/** The clip, once the code that plays it is there. */
async function playing({ container }: Rendered): Promise<HTMLVideoElement> {
  for (let tries = 0; tries < 200 && !container.querySelector('video'); tries += 1) await settle();
  const video = container.querySelector('video');
  if (!video) throw new Error('no player');
  return video;
}

it('asks before a clip on mobile data where the member chose Wi-Fi, and plays it after one press', async () => {
  setWifiOnly(true);
  Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' }, configurable: true });
  try {
    const screen = await render(<ClipPlayer mediaId={mediaId} src="/m/clip" label="A walk" className="" />);
    expect(screen.container.querySelector('video')).toBeNull();
    await act(async () => screen.container.querySelector('button')?.click());
    const video = await playing(screen);
    expect([video?.getAttribute('src'), video?.autoplay]).toEqual(['/m/clip', true]);
    screen.unmount();
  } finally {
    Reflect.deleteProperty(navigator, 'connection');
    setWifiOnly(false);
  }
});

it('renews an expired URL once and continues at the same position', async () => {
  let asked = 0;
  serve({
    [`GET /api/media/${mediaId}`]: () => {
      asked += 1;
      return media('/m/new');
    },
  });
  const screen = await render(<ClipPlayer mediaId={mediaId} src="/m/old" label="A walk" className="" />);
  expect(screen.container.querySelector('video')).toBeNull();
  await screen.press('Play');
  const video = await playing(screen);
  expect(video.getAttribute('src')).toBe('/m/old');
  video.currentTime = 42;
  await act(async () => void video.dispatchEvent(new Event('error')));
  await settle();
  expect(video.getAttribute('src')).toBe('/m/new');
  video.currentTime = 0;
  await act(async () => void video.dispatchEvent(new Event('loadedmetadata')));
  expect(video.currentTime).toBe(42);
  await act(async () => void video.dispatchEvent(new Event('error')));
  await settle();
  expect(asked).toBe(1);
  screen.unmount();
});

describe('the controls', () => {
  async function open() {
    const screen = await render(<ClipPlayer mediaId={mediaId} src="/m/clip" label="A walk" className="" />);
    await screen.press('Play');
    const video = await playing(screen);
    const state = { paused: false, duration: 60 };
    for (const name of ['paused', 'duration'] as const)
      Object.defineProperty(video, name, { get: () => state[name], configurable: true });
    const play = vi.spyOn(video, 'play').mockImplementation(async () => void set({ paused: false }, 'play'));
    const pause = vi.spyOn(video, 'pause').mockImplementation(() => void set({ paused: true }, 'pause'));
    function set(change: Partial<typeof state>, event: string) {
      Object.assign(state, change);
      video.dispatchEvent(new Event(event));
    }
    await act(async () => set({}, 'loadedmetadata'));
    const frame = screen.container.querySelector('[data-slot="player-frame"]') as HTMLElement;
    const button = (label: string) => frame.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`);
    const key = (name: string, on: Element = frame) =>
      act(
        async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })),
      );
    return { screen, video, frame, button, key, play, pause };
  }

  it("are our own, named, and none of the browser's", async () => {
    const { screen, video, frame, button } = await open();
    expect([video.controls, frame.getAttribute('aria-label')]).toEqual([false, 'A walk']);
    const names = [...frame.querySelectorAll('button, input')].map((each) => each.getAttribute('aria-label'));
    expect(names).toEqual(['Position', 'Pause', 'Mute', 'Full screen']);
    expect(document.activeElement).toBe(button('Pause'));
    await act(async () => {
      video.currentTime = 72;
      Object.defineProperty(video, 'duration', { value: 144, configurable: true });
      video.dispatchEvent(new Event('timeupdate'));
    });
    expect(frame.querySelector('input')?.getAttribute('aria-valuetext')).toBe('1:12 of 2:24');
    screen.unmount();
  });

  it('play, pause, move and mute by button and by key', async () => {
    const { screen, video, button, key, play, pause } = await open();
    await act(async () => button('Pause')?.click());
    expect([pause.mock.calls.length, button('Pause'), button('Play') !== null]).toEqual([1, null, true]);
    await key(' ');
    expect([play.mock.calls.length, button('Pause') !== null]).toEqual([1, true]);
    video.currentTime = 2;
    await key('ArrowRight');
    expect(video.currentTime).toBe(7);
    await key('ArrowLeft');
    await key('ArrowLeft');
    expect(video.currentTime).toBe(0);
    await key('m');
    await act(async () => void video.dispatchEvent(new Event('volumechange')));
    expect([video.muted, button('Mute')?.getAttribute('aria-pressed')]).toEqual([true, 'true']);
    // The button that has the focus is pressed by it.
    const mute = button('Mute');
    if (mute) await key(' ', mute);
    expect(play.mock.calls.length + pause.mock.calls.length).toBe(2);
    screen.unmount();
  });

  it('fill the screen with the frame, and leave it', async () => {
    const { screen, frame, button, key } = await open();
    const ask = vi.fn(async () => undefined);
    const own = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'requestFullscreen');
    Object.defineProperty(HTMLElement.prototype, 'requestFullscreen', { value: ask, configurable: true });
    let filling: Element | null = null;
    Object.defineProperty(document, 'fullscreenElement', { get: () => filling, configurable: true });
    try {
      await key('f');
      expect(ask.mock.contexts).toEqual([frame]);
      await act(async () => {
        filling = frame;
        document.dispatchEvent(new Event('fullscreenchange'));
      });
      expect(button('Leave full screen')).not.toBeNull();
    } finally {
      screen.unmount();
      Reflect.deleteProperty(document, 'fullscreenElement');
      if (own) Object.defineProperty(HTMLElement.prototype, 'requestFullscreen', own);
      else Reflect.deleteProperty(HTMLElement.prototype, 'requestFullscreen');
    }
  });
});
