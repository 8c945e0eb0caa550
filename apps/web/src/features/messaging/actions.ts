import { createContext, useContext } from 'react';
import type { Waiting } from './outbox-storage.ts';
import type { MessageView } from './types.ts';

/** What can be done with a message of the open thread. The same object as long as the thread is open. */
export interface MessageActions {
  /** Everything there is to do with it, in a sheet. */
  options(message: MessageView): void;
  reply(message: MessageView): void;
  unlock(message: MessageView): void;
  /** A picture, as large as the screen. */
  view(message: MessageView): void;
  /** An address in a message; asked about before it opens. */
  link(address: string): void;
  jump(seq: number): void;
  retry(waiting: Waiting): void;
  remove(waiting: Waiting): void;
}

const nothing = () => undefined;
export const MessageActionsContext = createContext<MessageActions>({
  options: nothing,
  reply: nothing,
  unlock: nothing,
  view: nothing,
  link: nothing,
  jump: nothing,
  retry: nothing,
  remove: nothing,
});
export const useMessageActions = (): MessageActions => useContext(MessageActionsContext);
