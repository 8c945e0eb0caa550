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

/** Actions that stay the same object and do what `get` answers at the time; nothing while that is null. */
export const actionsThrough = (get: () => MessageActions | null): MessageActions =>
  new Proxy({} as MessageActions, {
    get:
      (_none, name: keyof MessageActions) =>
      (...given: never[]) =>
        get()?.[name](...(given as [never])),
  });

export const MessageActionsContext = createContext(actionsThrough(() => null));
export const useMessageActions = (): MessageActions => useContext(MessageActionsContext);
