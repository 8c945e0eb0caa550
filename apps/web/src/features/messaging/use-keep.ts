import { useEffect } from 'react';
import type { Thread } from './thread.ts';
import type { Conversation, Writer } from './types.ts';

/** After the last change, in milliseconds. */
const pauseMs = 1_000;
/** On a first visit the worker hears late of who is signed in. */
const tries = 5;

/** Keeps what is open on this device, for a time without a connection. Its code comes when the thread stands. */
export function useKeep({ id, isCreator }: Writer, conversation: Conversation, thread: Thread): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const keepLater = (left: number) => {
      timer = setTimeout(() => {
        const kept = import('./kept-threads.ts').then((module) => module.keep({ id, isCreator }, conversation, thread));
        kept.then(
          (isKept) => {
            if (!isKept && left > 1 && !gone) keepLater(left - 1);
          },
          () => undefined,
        );
      }, pauseMs);
    };
    let gone = false;
    keepLater(tries);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, isCreator, conversation, thread]);
}
