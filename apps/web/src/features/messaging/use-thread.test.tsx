import { toBriefMessage } from '@vlam/contract/messaging';
import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../test/render.tsx';
import { emitEvent } from '../../lib/realtime.ts';
import { aMessage, me, other } from './testing.ts';
import { useThread } from './use-thread.ts';

const conversationId = aMessage(1).conversationId;
function Left() {
  return <p>{useThread(other).conversation.data?.quota.left}</p>;
}

it('refetches the quota when another tab has sent a message', async () => {
  let left = 5;
  const path = `GET /api/conversations/${other}`;
  const marks = { deliveredSeq: 0, readSeq: 0, ownReadSeq: 0 };
  const calls = serve({
    [path]: () => ({ status: 200, body: { id: conversationId, profile: { id: other }, quota: { left }, ...marks } }),
    [`${path}/messages?limit=40`]: () => ({
      status: 200,
      body: { items: [], hasMore: false, revision: 0, ...marks },
    }),
  });
  const { container, unmount } = await render(<Left />);
  await settle();
  expect(container.textContent).toBe('5');
  const emit = async (seq: number, senderId: string) => {
    const receiverId = senderId === me ? other : me;
    const message = toBriefMessage(aMessage(seq, { senderId, receiverId }));
    await act(async () =>
      emitEvent('message.created', { conversationId, profileId: other, id: message.id, seq, message }),
    );
    await settle();
  };
  left = 4;
  await emit(1, me);
  expect(container.textContent).toBe('4');
  const before = calls.filter(({ call }) => call === path).length;
  await emit(2, other);
  expect(calls.filter(({ call }) => call === path)).toHaveLength(before);
  unmount();
});

it('a reply to a message request opens the thread for its sender at once', async () => {
  let isWaiting = true;
  const path = `GET /api/conversations/${other}`;
  const marks = { deliveredSeq: 0, readSeq: 0, ownReadSeq: 0 };
  const quota = { left: 4 };
  serve({
    [path]: () => ({
      status: 200,
      body: { id: conversationId, profile: { id: other }, isWaiting, quota, ...marks },
    }),
    [`${path}/messages?limit=40`]: () => ({ status: 200, body: { items: [], hasMore: false, revision: 0, ...marks } }),
  });
  function Waiting() {
    return <p>{useThread(other).conversation.data?.isWaiting ? 'waits' : 'open'}</p>;
  }
  const { container, unmount } = await render(<Waiting />);
  await settle();
  expect(container.textContent).toBe('waits');
  isWaiting = false;
  const message = toBriefMessage(aMessage(2, { senderId: other, receiverId: me }));
  await act(async () =>
    emitEvent('message.created', { conversationId, profileId: other, id: message.id, seq: 2, message }),
  );
  await settle();
  expect(container.textContent).toBe('open');
  unmount();
});
