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

/** Actions that stay the same object and do what `get` answers at the time. */
export const actionsThrough = (get: () => MessageActions | null): MessageActions => ({
  options: (message) => get()?.options(message),
  reply: (message) => get()?.reply(message),
  unlock: (message) => get()?.unlock(message),
  view: (message) => get()?.view(message),
  link: (address) => get()?.link(address),
  jump: (seq) => get()?.jump(seq),
  retry: (waiting) => get()?.retry(waiting),
  remove: (waiting) => get()?.remove(waiting),
});
