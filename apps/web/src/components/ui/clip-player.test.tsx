import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../test/render.tsx';
import { ClipPlayer } from './clip-player.tsx';

const mediaId = '019921ce-3d98-71fd-a370-b46bed6833e3';
const media = (url: string) => ({
  status: 200,
  body: {
    ...{ id: mediaId, kind: 'video', state: 'ready', reason: null, width: 4, height: 5, duration: 60 },
    ...{ url, sources: [], previewUrl: null },
  },
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
