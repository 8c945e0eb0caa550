import { useEffect } from 'react';
import type { Thread } from './threads/thread.ts';
import type { Conversation, Writer } from './types.ts';

/** Delay after the last change, in milliseconds. */
const debounceMs = 1_000;
/** Stores the open thread on this device for offline use. Its code loads after the thread has rendered. */
export function useSaveOffline({ id, isCreator }: Writer, conversation: Conversation, thread: Thread): void {
  useEffect(() => {
    let isCancelled = false;
    const timer = setTimeout(() => {
      import('./offline-threads.ts')
        .then((module) => module.saveThreadWithRetry({ id, isCreator }, conversation, thread, () => isCancelled))
        .catch(() => undefined);
    }, debounceMs);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [id, isCreator, conversation, thread]);
}
