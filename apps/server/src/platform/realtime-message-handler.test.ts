import { type BriefMessage, fromBriefMessage, type MessageView } from '@vlam/contract/messaging';
import { expect, it } from 'vitest';
import { newId } from './ids.ts';
import type { Connection } from './realtime-connections.ts';
import { createMessageHandler } from './realtime-message-handler.ts';
import type { Viewer } from './viewer.ts';

const [own, other] = [newId(), newId()];
const view = fromBriefMessage({
  id: newId(),
  conversationId: newId(),
  seq: 1,
  revision: 1,
  clientId: newId(),
  senderId: own,
  receiverId: other,
  content: 'Good evening',
  timestamp: new Date().toISOString(),
});

/** What the handler returns when the module returns `sent`. */
function replyFor(sent: MessageView): Promise<BriefMessage> {
  const handler = createMessageHandler({
    rateLimiter: { spend: () => {} } as never,
    connections: { checkedUpTo: () => null, refresh: async () => {}, hasValidSession: () => true, markUsed: () => {} },
    send: async () => sent,
  });
  const viewer = { accountId: newId(), profileId: own, ageVerified: true } as Viewer;
  return handler({ viewer } as Connection, { to: other, message: { clientId: newId(), content: 'Good evening' } });
}

it('answers over the socket what the contract names, and nothing else, as the call does', async () => {
  const answer = await replyFor(view);
  expect(fromBriefMessage(answer)).toEqual(view);
  // Default values are left out.
  expect(Object.keys(answer)).not.toContain('price');
  await expect(replyFor({ ...view, email: 'fan@vlam.test' } as MessageView)).rejects.toThrow(/does not fit/);
  await expect(replyFor({ ...view, content: 7 } as never)).rejects.toThrow(/does not fit/);
});
