import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadOlder, threadQuery } from './threads/api.ts';
import type { Thread } from './threads/thread.ts';

/** Page size when jumping to a distant message. */
const jumpPageSize = '50';
/** How long a message is highlighted after a jump, in milliseconds. */
const highlightMs = 1_600;

/** Loads older messages of a thread: page by page while scrolling, or up to a given message. */
export function useHistory(
  profileId: string,
  list: RefObject<HTMLElement | null>,
  { scrollTo, reveal }: { scrollTo(seq: number): boolean; reveal(row: Element): void },
) {
  const client = useQueryClient();
  const [older, setOlder] = useState<'idle' | 'reading' | 'failed'>('idle');
  const state = useRef(older);
  const put = (next: typeof older) => {
    state.current = next;
    setOlder(next);
  };
  const read = async (limit?: string) => {
    put('reading');
    try {
      const more = await loadOlder(client, profileId, limit);
      put('idle');
      return more;
    } catch {
      put('failed');
      return false;
    }
  };
  const latest = useRef(scrollTo);
  useEffect(() => {
    latest.current = scrollTo;
  });
  return {
    older,
    /** Loads the previous page; does nothing while one is loading, or after a failure until `retry`. */
    more: () => {
      const thread = client.getQueryData(threadQuery(profileId).queryKey) as Thread | undefined;
      if (state.current === 'idle' && thread?.hasOlder) void read();
    },
    retry: () => void read(),
    async jump(seq: number) {
      while (!latest.current(seq)) {
        const thread = client.getQueryData(threadQuery(profileId).queryKey) as Thread | undefined;
        const oldest = thread?.messages[0]?.seq ?? 0;
        if (!thread?.hasOlder || oldest <= seq || !(await read(jumpPageSize))) break;
        // The rows exist after the next render.
        await new Promise((drawn) => setTimeout(drawn, 50));
      }
      let row: Element | null | undefined;
      for (let attempt = 0; attempt < 10 && !row; attempt += 1) {
        row = list.current?.querySelector(`[data-seq="${seq}"]`);
        if (!row) await new Promise((drawn) => setTimeout(drawn, 50));
      }
      if (!row) return false;
      reveal(row);
      row.setAttribute('data-found', '');
      setTimeout(() => row.removeAttribute('data-found'), highlightMs);
      return true;
    },
  };
}
