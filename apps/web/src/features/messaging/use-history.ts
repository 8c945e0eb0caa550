import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { readOlder, threadQuery } from './api.ts';
import type { Thread } from './thread.ts';

/** Messages of a page when a far one is looked for. */
const farPage = '50';
/** How long a message that was jumped to is marked, in milliseconds. */
const markedMs = 1_600;

/** The way back through a thread: page by page while one scrolls, or straight to a message. */
export function useHistory(
  profileId: string,
  list: RefObject<HTMLElement | null>,
  { bring, reveal }: { bring(seq: number): boolean; reveal(row: Element): void },
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
      const more = await readOlder(client, profileId, limit);
      put('idle');
      return more;
    } catch {
      put('failed');
      return false;
    }
  };
  const latest = useRef(bring);
  useEffect(() => {
    latest.current = bring;
  });
  return {
    older,
    /** Asks for the page before; does nothing while one is on its way, or after a failure, until asked by `retry`. */
    more: () => {
      const thread = client.getQueryData(threadQuery(profileId).queryKey) as Thread | undefined;
      if (state.current === 'idle' && thread?.hasOlder) void read();
    },
    retry: () => void read(),
    async jump(seq: number) {
      while (!latest.current(seq)) {
        const thread = client.getQueryData(threadQuery(profileId).queryKey) as Thread | undefined;
        const oldest = thread?.messages[0]?.seq ?? 0;
        if (!thread?.hasOlder || oldest <= seq || !(await read(farPage))) break;
        // The rows are made of the page when it is drawn.
        await new Promise((drawn) => setTimeout(drawn, 50));
      }
      let row: Element | null | undefined;
      for (let look = 0; look < 10 && !row; look += 1) {
        row = list.current?.querySelector(`[data-seq="${seq}"]`);
        if (!row) await new Promise((drawn) => setTimeout(drawn, 50));
      }
      if (!row) return false;
      reveal(row);
      row.setAttribute('data-found', '');
      setTimeout(() => row.removeAttribute('data-found'), markedMs);
      return true;
    },
  };
}
