import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import { emitEvent } from '../../../lib/realtime.ts';
import { aMessage, me, other } from '../testing.ts';
import { ThreadList } from './thread-list.tsx';

const { conversationId } = aMessage(1);
const first = 'GET /api/conversations?box=inbox&limit=30';

afterEach(() => vi.useRealTimers());

it('refetches for own reads on other devices, not for reads by others or presence', async () => {
  let unread = 2;
  const row = () => ({
    ...{ id: conversationId, lastMessage: null, unread, muted: false, isRequest: false },
    profile: { id: other, displayName: 'Thandi', avatarUrl: '/img/a.webp', isOnline: false },
  });
  const calls = serve({
    'GET /api/auth/user': () => ({ status: 200, body: { id: 'a', profileId: me } }),
    [first]: () => ({ status: 200, body: { items: [row()], nextCursor: null, unread, unreadThreads: 1, requests: 0 } }),
  });
  const lists = () => calls.filter(({ call }) => call === first).length;
  const { container, unmount } = await render(<ThreadList />);
  expect(lists()).toBe(1);
  const read = (profileId: string) =>
    emitEvent('conversation.read', { conversationId, profileId, messageId: 'm', seq: 2 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  await act(async () => {
    emitEvent('presence.changed', { profileId: other, isOnline: true });
    read(other);
    await vi.advanceTimersByTimeAsync(2_000);
  });
  expect(container.textContent).toContain('online');
  expect(lists()).toBe(1);
  unread = 0;
  await act(async () => {
    read(me);
    await vi.advanceTimersByTimeAsync(2_000);
  });
  expect(lists()).toBe(2);
  expect(container.textContent).not.toContain('2 unread');
  unmount();
});

it.each([
  ['a creator', {}, ['Inbox', 'Unread2', 'Subscribers', 'Followers', 'Spenders', 'My lists', 'Requests1']],
  ['a fan', null, ['Inbox', 'Unread2', 'Requests1']],
])('shows %s the parts of the inbox that are theirs', async (_who, creator, tabs) => {
  const page = { items: [], nextCursor: null, unread: 5, unreadThreads: 2, requests: 1 };
  serve({
    'GET /api/auth/user': () => ({ status: 200, body: { id: 'a', profileId: me, creator } }),
    [first]: () => ({ status: 200, body: page }),
    'GET /api/conversations?box=unread&limit=30': () => ({ status: 200, body: page }),
  });
  const { container, press, unmount } = await render(<ThreadList openId={other} />);
  expect([...container.querySelectorAll('[role=tab]')].map((each) => each.textContent)).toEqual(tabs);
  // The tabs keep their counts, and so their places, while another box loads.
  const seen: string[][] = [];
  const observer = new MutationObserver(() =>
    seen.push([...container.querySelectorAll('[role=tab]')].map((each) => each.textContent ?? '')),
  );
  observer.observe(container, { subtree: true, childList: true, characterData: true });
  await press('Unread');
  observer.disconnect();
  expect(container.textContent).toContain('You have read everything.');
  expect(seen.length).toBeGreaterThan(0);
  for (const labels of seen) expect(labels).toEqual(tabs);
  unmount();
});
