import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { importWithRetry } from '../../lib/import-retry.ts';
import { createStore, type Store, useStore } from '../../lib/store.ts';
import type { Outbox } from './outbox.ts';
import type { Waiting } from './outbox-storage.ts';
import type { WrittenMessage } from './types.ts';

// Fetched with the thread, and kept like all code, so that it is here when the connection is not.
const outboxOf = (client: QueryClient, accountId: string) =>
  importWithRetry(() => import('./device-outbox.ts')).then((module) => module.outboxOf(client, accountId));
const none: Store<readonly Waiting[]> = createStore<readonly Waiting[]>([]);

/** What waits on this device for one thread, and the ways to add to it. */
export function useOutbox(accountId: string, profileId: string) {
  const client = useQueryClient();
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  useEffect(() => {
    let gone = false;
    import('./components/waiting-bubble.tsx').catch(() => undefined);
    outboxOf(client, accountId).then(
      (opened) => {
        if (!gone) setOutbox(opened);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [client, accountId]);
  const items = useStore(outbox?.items ?? none);
  const waiting = useMemo(() => items.filter((each) => each.to === profileId), [items, profileId]);
  const act = (what: (opened: Outbox) => Promise<void>) =>
    outboxOf(client, accountId).then(async (opened) => {
      setOutbox(opened);
      await what(opened);
      void opened.drain();
    });
  return {
    waiting,
    // Each settles when it is done here, and rejects when that could not be: then everything is as it was.
    send: (message: WrittenMessage) =>
      act((opened) => opened.add({ clientId: crypto.randomUUID(), to: profileId, message })),
    retry: (clientId: string, change?: Partial<WrittenMessage>) => act((opened) => opened.retry(clientId, change)),
    remove: (clientId: string) => act((opened) => opened.remove(clientId)),
  };
}
