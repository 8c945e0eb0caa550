import type { Answer, api } from '../../lib/api.ts';

export type { MessageView, MessageWarning } from '@vlam/contract/messaging';
export type Conversation = Answer<'getConversation'>;
export type ConversationRow = Answer<'listConversations'>['items'][number];
export type MessagesPage = Answer<'listMessages'>;

/** The signed-in member of this device. */
export interface Writer {
  /** Account id. */
  id: string;
  isCreator: boolean;
}

/** Body of a new message without client id and account. */
export type WrittenMessage = Omit<Parameters<typeof api.sendMessage>[0]['body'], 'clientId' | 'accountId'>;
