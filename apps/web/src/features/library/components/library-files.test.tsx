import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { toastQueue } from '../../../lib/toast.ts';
import { LibraryFiles } from './library-files.tsx';

const post = {
  kind: 'post',
  id: '0190a000-0000-7000-8000-00000000000a',
  title: 'Blue hour',
  count: 1,
  price: 15,
  isPaid: true,
};
const aFile = (n: number, uses: object[] = []) => ({
  id: `0190a000-0000-7000-8000-00000000000${n}`,
  kind: 'image',
  state: 'ready',
  width: 640,
  height: 480,
  duration: null,
  isStream: false,
  bytes: 2_400_000,
  previewUrl: `/m/${n}/360.webp`,
  createdAt: '2026-11-21T10:00:00Z',
  uses,
  deletedAt: uses.length > 0 ? null : '2027-02-19T10:00:00Z',
});
const page = (items: object[]) => ({ items, nextCursor: null, total: { files: items.length, bytes: 4_800_000 } });
const nothing = () => undefined;

it('says where files are used and warns of a sold one; deletes unused ones after the time for Undo', async () => {
  const calls = serve({
    'GET /api/content/library?limit=24': () => ({ status: 200, body: page([aFile(1, [post]), aFile(2)]) }),
  });
  const screen = await render(<LibraryFiles onAlbum={nothing} onChat={nothing} onBundle={nothing} />);
  const { container } = screen;
  expect(container.textContent).toContain('2 files, 4.6 MB stored');
  await screen.press('Photo of 21 Nov 2026. Post: Blue hour');
  expect(container.textContent).toContain('15 credits');
  expect(container.textContent).toContain('Others pay for this file');
  expect([...container.querySelectorAll('dialog button')].map(({ textContent }) => textContent)).not.toContain(
    'Delete',
  );
  await screen.press('Close');
  await screen.press('Choose: Photo of 21 Nov 2026. Not used');
  await screen.press('Delete');
  expect(container.querySelectorAll('[data-file-id]')).toHaveLength(1);
  await act(async () => toastQueue.get()[0]?.action?.act());
  await settle();
  expect(container.querySelectorAll('[data-file-id]')).toHaveLength(2);
  expect(calls.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  screen.unmount();
});

it('offers a bundle only of posts that are sold, and a message only of what fits into one', async () => {
  const clip = { ...aFile(3), kind: 'video', duration: 12 };
  serve({
    'GET /api/content/library?limit=24': () => ({
      status: 200,
      body: page([aFile(1, [post]), aFile(2, [post]), clip]),
    }),
  });
  const bundled: string[][] = [];
  const screen = await render(
    <LibraryFiles onAlbum={nothing} onChat={nothing} onBundle={(ids) => bundled.push([...ids])} />,
  );
  const actions = () => screen.container.querySelector('section')?.textContent;
  for (const tile of [
    ...screen.container.querySelectorAll<HTMLElement>('button[aria-pressed="false"][aria-label^="Choose"]'),
  ].slice(0, 2))
    await act(async () => tile.click());
  expect(actions()).toContain('Bundle');
  expect(actions()).toContain('Send in a chat');
  await screen.press('Bundle');
  expect(bundled).toEqual([[post.id, post.id]]);
  await screen.press('Choose: Video');
  expect(actions()).not.toContain('Bundle');
  expect(actions()).not.toContain('Send in a chat');
  screen.unmount();
});

it('sends a published video in a chat once more, and no sound', async () => {
  const film = { ...aFile(3, [post]), kind: 'video', duration: 12, isStream: true };
  const sound = { ...aFile(4, [post]), kind: 'audio', duration: 30, isStream: true, previewUrl: null };
  serve({ 'GET /api/content/library?limit=24': () => ({ status: 200, body: page([film, sound]) }) });
  const sent: string[][] = [];
  const screen = await render(
    <LibraryFiles onAlbum={nothing} onChat={(files) => sent.push(files.map(({ id }) => id))} onBundle={nothing} />,
  );
  await screen.press('Video of 21 Nov 2026. Post: Blue hour');
  await screen.press('Send in a chat');
  expect(sent).toEqual([[film.id]]);
  await screen.press('Sound of 21 Nov 2026. Post: Blue hour');
  const labels = [...screen.container.querySelectorAll('dialog button')].map(({ textContent }) => textContent);
  expect(labels).not.toContain('Send in a chat');
  expect(labels).not.toContain('New album');
  expect(screen.container.textContent).toContain('Sound is used again in another post.');
  screen.unmount();
});
