import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Rendered, render } from '../../../../test/render.tsx';
import type { LiveView } from '../api.ts';
import ReplayStage from './replay-stage.tsx';

let screen: Rendered;
afterEach(() => screen.unmount());

it("takes a replay back from the phone's own full screen, which shows no rating, and plays on", async () => {
  screen = await render(
    <ReplayStage live={{ title: 'Dusk' } as LiveView} src="/m/live/1/replay/index.m3u8" onRefused={() => undefined} />,
  );
  const video = screen.container.querySelector('video') as HTMLVideoElement;
  const play = vi.spyOn(video, 'play').mockResolvedValue();
  const webkitExitFullscreen = vi.fn(() => void video.dispatchEvent(new Event('webkitendfullscreen')));
  Object.assign(video, { webkitExitFullscreen });
  Object.defineProperty(video, 'paused', { value: false, configurable: true });
  await act(async () => void video.dispatchEvent(new Event('webkitbeginfullscreen')));
  expect([webkitExitFullscreen.mock.calls.length, play.mock.calls.length]).toEqual([1, 1]);
});
