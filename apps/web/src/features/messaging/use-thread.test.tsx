import { toBriefMessage } from '@vlam/contract/messaging';
import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../test/render.tsx';
import { announce } from '../../lib/realtime.ts';
import { aMessage, me, other } from './testing.ts';
import { useThread } from './use-thread.ts';

const conversationId = aMessage(1).conversationId;
function Left() {
  return <p>{useThread(other).conversation.data?.quota.left}</p>;
}

it('what is left of the day is read again when another page has sent something', async () => {
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
  const { box, unmount } = await render(<Left />);
  await settle();
  expect(box.textContent).toBe('5');
  const tell = async (seq: number, senderId: string) => {
    const receiverId = senderId === me ? other : me;
    const message = toBriefMessage(aMessage(seq, { senderId, receiverId }));
    await act(async () =>
      announce('message.created', { conversationId, profileId: other, id: message.id, seq, message }),
    );
    await settle();
  };
  left = 4;
  await tell(1, me);
  expect(box.textContent).toBe('4');
  const before = calls.filter(({ call }) => call === path).length;
  await tell(2, other);
  expect(calls.filter(({ call }) => call === path)).toHaveLength(before);
  unmount();
});
