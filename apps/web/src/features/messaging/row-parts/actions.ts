import { createContext, useContext } from 'react';
import type { Waiting } from '../outbox-storage.ts';
import type { MessageView } from '../types.ts';

/** Actions on a message of the open thread; one stable object while the thread is open. */
export interface MessageActions {
  /** Opens the sheet with everything that can be done with the message. */
  options(message: MessageView): void;
  reply(message: MessageView): void;
  unlock(message: MessageView): void;
  /** Opens a picture at full size. */
  view(message: MessageView): void;
  /** Asks before opening a URL from a message. */
  link(address: string): void;
  jump(seq: number): void;
  retry(waiting: Waiting): void;
  remove(waiting: Waiting): void;
}

/** Returns a stable object whose methods call the current result of `get`; they do nothing while it is null. */
export const actionsThrough = (get: () => MessageActions | null): MessageActions =>
  new Proxy({} as MessageActions, {
    get:
      (_none, name: keyof MessageActions) =>
      (...given: never[]) =>
        get()?.[name](...(given as [never])),
  });

export const MessageActionsContext = createContext(actionsThrough(() => null));
export const useMessageActions = (): MessageActions => useContext(MessageActionsContext);
