import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { toastQueue } from '../../../lib/toast.ts';
import { SavedRepliesSheet } from './saved-replies-sheet.tsx';

it('inserts a reply into the message, and restores a deleted one with Undo', async () => {
  let kept = [
    {
      id: '019921ce-3d98-71fd-a370-b46bed6833e3',
      title: 'Thanks',
      content: 'Thank you for writing.',
      mediaId: null,
      media: null,
      price: 0,
    },
  ];
  const [thanks] = kept;
  const calls = serve({
    'GET /api/creator/saved-replies': () => ({ status: 200, body: kept }),
    [`DELETE /api/creator/saved-replies/${thanks?.id}`]: () => {
      kept = [];
      return { status: 204 };
    },
    'POST /api/creator/saved-replies': () => {
      kept = thanks ? [thanks] : [];
      return { status: 201, body: thanks };
    },
  });
  const picked: string[] = [];
  const screen = await render(<SavedRepliesSheet onClose={() => undefined} onPick={(text) => picked.push(text)} />);
  await screen.press('Thank you for writing.');
  expect(picked).toEqual(['Thank you for writing.']);
  await screen.press('Delete Thanks');
  await settle();
  expect(screen.container.textContent).toContain('No saved replies yet');
  await act(async () => toastQueue.get().at(-1)?.action?.act());
  await settle();
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    title: 'Thanks',
    content: 'Thank you for writing.',
  });
  expect(screen.container.textContent).toContain('Thank you for writing.');
  screen.unmount();
});
