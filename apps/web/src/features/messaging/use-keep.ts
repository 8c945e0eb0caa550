import { useEffect } from 'react';
import type { Thread } from './thread.ts';
import type { Conversation, Writer } from './types.ts';

/** After the last change, in milliseconds. */
const pauseMs = 1_000;
/** Keeps what is open on this device, for a time without a connection. Its code comes when the thread stands. */
export function useKeep({ id, isCreator }: Writer, conversation: Conversation, thread: Thread): void {
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      import('./kept-threads.ts')
        .then((module) => module.keepOnceKnown({ id, isCreator }, conversation, thread, () => gone))
        .catch(() => undefined);
    }, pauseMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id, isCreator, conversation, thread]);
}
