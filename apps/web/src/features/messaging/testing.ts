import { fromBriefMessage } from '@vlam/contract/rules/brief-messages';
import type { Waiting } from './outbox-storage.ts';
import type { MessageView } from './types.ts';

export const me = '0190a000-0000-7000-8000-000000000001';
export const other = '0190a000-0000-7000-8000-000000000002';

/** A message from the other member. */
export const aMessage = (seq: number, change: Partial<MessageView> = {}): MessageView => ({
  ...fromBriefMessage({
    id: `id-${seq}`,
    conversationId: '0190a000-0000-7000-8000-000000000003',
    seq,
    revision: seq,
    senderId: other,
    receiverId: me,
    content: `message ${seq}`,
    timestamp: '2026-11-21T08:00:00Z',
    isDelivered: true,
  }),
  ...change,
});

export const aWaiting = (clientId: string, change: Partial<Waiting> = {}): Waiting => ({
  clientId,
  accountId: 'account',
  to: other,
  message: { content: clientId },
  order: 1,
  writtenAt: new Date().toISOString(),
  state: 'waiting',
  ...change,
});
