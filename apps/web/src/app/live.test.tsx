import { useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { render, serve, settle } from '../../test/render.tsx';
import { waitUntil } from '../../test/wait.ts';
import { aMessage } from '../features/messaging/testing.ts';
import { threadQuery } from '../features/messaging/threads/api.ts';
import { emitEvent } from '../lib/realtime.ts';
import { useCurrentUser } from '../lib/session.ts';
import { Live } from './live.tsx';

vi.mock('../lib/realtime-socket.ts', () => ({ openSocket: () => () => undefined }));

const profileId = '0190a000-0000-7000-8000-000000000002';
const Badge = () => <p>{useCurrentUser()?.unread?.messages}</p>;
const Count = () => <b>{useQuery(threadQuery(profileId)).data?.messages.length}</b>;

it('refetches the badge when unread messages expire and when a thread is cleared in another tab', async () => {
  let unread = 3;
  serve({
    'GET /api/auth/user': () => ({ status: 200, body: { id: 'a', unread: { messages: 9, notifications: 0 } } }),
    'GET /api/conversations/unread': () => ({ status: 200, body: { unread, requests: 0 } }),
  });
  const { container, unmount } = await render(
    <>
      <Badge />
      <Live />
    </>,
  );
  const badge = () => container.querySelector('p')?.textContent;
  expect(badge()).toBe('9');
  for (const emit of [() => emitEvent('unread.changed', {}), () => emitEvent('conversation.cleared', { profileId })]) {
    await act(async () => emit());
    await settle();
    await act(() => waitUntil(() => badge() === String(unread)));
    unread -= 1;
  }
  unmount();
});

it('empties a thread cleared in another tab', async () => {
  let items = [aMessage(1)];
  const marks = { hasMore: false, revision: 1, deliveredSeq: 0, readSeq: 0, ownReadSeq: 0 };
  serve({
    [`GET /api/conversations/${profileId}/messages?limit=40`]: () => ({ status: 200, body: { items, ...marks } }),
  });
  const { container, unmount } = await render(
    <>
      <Count />
      <Live />
    </>,
  );
  expect(container.querySelector('b')?.textContent).toBe('1');
  items = [];
  emitEvent('conversation.cleared', { profileId });
  await act(() => waitUntil(() => container.querySelector('b')?.textContent === '0'));
  unmount();
});
