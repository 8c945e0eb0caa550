import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import type { LibraryPurpose } from '../../../lib/helpers/picked-files.ts';
import { LibraryPicker } from './library-picker.tsx';

const aFile = (n: number, kind: string, isStream: boolean) => ({
  id: `0190a000-0000-7000-8000-00000000000${n}`,
  kind,
  state: 'ready',
  width: 640,
  height: 480,
  duration: kind === 'image' ? null : 12,
  isStream,
  bytes: 2_400_000,
  previewUrl: `/m/${n}/360.webp`,
  createdAt: '2026-11-21T10:00:00Z',
  uses: [],
  deletedAt: null,
});
const [picture, clip, film, sound] = [
  aFile(1, 'image', false),
  aFile(2, 'video', false),
  aFile(3, 'video', true),
  aFile(4, 'audio', true),
];

async function open(purpose: LibraryPurpose | { for: 'file' | 'exclusive'; kind: 'image' | 'video' }) {
  const page = (items: object[]) => ({ items, nextCursor: null, total: { files: items.length, bytes: 1 } });
  const answer = (items: object[]) => () => ({ status: 200, body: page(items) });
  serve({
    'GET /api/content/library?limit=24': answer([picture, clip, film, sound]),
    'GET /api/content/library?kind=video&limit=24': answer([clip, film]),
    'GET /api/content/library?kind=audio&limit=24': answer([sound]),
    'GET /api/content/library?kind=video&used=no&limit=24': answer([clip, film]),
    [`POST /api/content/library/${film.id}/use`]: () => ({ status: 201, body: { id: 'copy' } }),
  });
  const picked: object[] = [];
  const screen = await render(
    <LibraryPicker purpose={purpose} onPick={(files) => picked.push(files)} onClose={() => undefined} />,
  );
  await settle();
  const ids = [...screen.container.querySelectorAll<HTMLElement>('[data-file-id]')].map((tile) => tile.dataset.fileId);
  return { screen, ids, picked };
}

it.each([
  [{ for: 'message' as const }, [picture.id, clip.id, film.id]],
  [{ for: 'item' as const, max: 5, isSound: false }, [picture.id, film.id]],
  [{ for: 'item' as const, max: 1, isSound: true }, [sound.id]],
  [{ for: 'file' as const, kind: 'video' as const }, [clip.id, film.id]],
  [{ for: 'exclusive' as const, kind: 'video' as const }, [clip.id]],
])('offers for %j what can be used there', async (purpose, expected) => {
  const { screen, ids } = await open(purpose);
  expect(ids).toEqual(expected);
  screen.unmount();
});

it('prepares a published video for another item', async () => {
  const { screen, picked } = await open({ for: 'item', max: 5, isSound: false });
  await act(async () => screen.container.querySelector<HTMLElement>(`[data-file-id="${film.id}"]`)?.click());
  await screen.press('Use this file');
  await settle();
  expect(picked).toMatchObject([{ media: 'video', picked: [{ mediaId: 'copy', kind: 'video' }] }]);
  screen.unmount();
});
