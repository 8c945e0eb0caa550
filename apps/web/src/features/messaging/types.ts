import type { Answer, api } from '../../lib/api.ts';

export type { MessageView, MessageWarning } from '@vlam/contract/messaging';
export type Conversation = Answer<'getConversation'>;
export type ConversationRow = Answer<'listConversations'>['items'][number];
export type MessagesPage = Answer<'listMessages'>;

/** Whose device this is. */
export interface Writer {
  /** Account. */
  id: string;
  isCreator: boolean;
}

/** What is sent, but for the name the device gave it and for whose words it is. */
export type WrittenMessage = Omit<Parameters<typeof api.sendMessage>[0]['body'], 'clientId' | 'accountId'>;
