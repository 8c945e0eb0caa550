import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { emitEvent } from '../../../lib/realtime.ts';
import { AlbumPage } from './album-page.tsx';

const id = '0190a000-0000-7000-8000-000000000001';
const picture = {
  id: '0190a000-0000-7000-8000-000000000002',
  kind: 'image',
  state: 'ready',
  reason: null,
  width: 640,
  height: 480,
  duration: null,
  url: '/m/one/640.webp',
  sources: [{ width: 640, webp: '/m/one/640.webp', avif: '/m/one/640.avif' }],
  previewUrl: '/m/one/640.webp',
};
const album = {
  id,
  title: 'Salt',
  owner: { id: '0190a000-0000-7000-8000-000000000003', displayName: 'Zanele', avatar: '/img/p/z-avatar.webp' },
  isOwn: false,
  files: 1,
  people: null,
  previewUrl: null,
  changedAt: '2026-11-21T10:00:00Z',
  pictures: [picture],
  sharedWith: null,
};

it('drops every picture when the album is taken back, and keeps them through a lost connection', async () => {
  let answer: Parameters<typeof serve>[0][string] = () => ({ status: 200, body: album });
  serve({ [`GET /api/albums/${id}`]: (body) => answer(body) });
  const screen = await render(
    <AlbumPage id={id} renderActions={() => 'owner'} renderViewer={(_, first) => <p>enlarged {first.url}</p>} />,
  );
  expect(screen.container.querySelectorAll('[data-album-picture]')).toHaveLength(1);
  expect(screen.container.textContent).not.toContain('owner');
  await screen.press('Open picture 1');
  expect(screen.container.textContent).toContain('enlarged /m/one/640.webp');
  answer = () => new Error('offline');
  await act(async () => emitEvent('album.changed', { id }));
  await settle();
  expect(screen.container.querySelectorAll('[data-album-picture]')).toHaveLength(1);
  answer = () => ({ status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } });
  await act(async () => emitEvent('album.changed', { id }));
  await settle();
  expect(screen.container.textContent).toContain('This album is not shared with you');
  expect(screen.container.querySelectorAll('img')).toHaveLength(0);
  expect(screen.container.textContent).not.toContain('enlarged');
  screen.unmount();
});
