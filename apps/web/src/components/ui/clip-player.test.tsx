import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../test/render.tsx';
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

it('asks before a clip on mobile data where the member chose Wi-Fi, and plays it after one press', async () => {
  setWifiOnly(true);
  Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' }, configurable: true });
  try {
    const screen = await render(<ClipPlayer mediaId={mediaId} src="/m/clip" label="A walk" className="" />);
    expect(screen.container.querySelector('video')).toBeNull();
    await act(async () => screen.container.querySelector('button')?.click());
    const video = screen.container.querySelector('video');
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
  await act(async () => screen.container.querySelector('button')?.click());
  const video = screen.container.querySelector('video');
  if (!video) throw new Error('no player');
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
