import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { importWithRetry } from '../../lib/import-retry.ts';
import { createStore, type Store, useStore } from '../../lib/store.ts';
import type { Outbox } from './outbox.ts';
import type { Waiting } from './outbox-storage.ts';
import { loadThreadParts } from './thread-parts.ts';
import type { WrittenMessage } from './types.ts';

// Loads with the thread and is cached, so that it works offline.
const outboxOf = (client: QueryClient, accountId: string) =>
  importWithRetry(() => import('./device-outbox.ts')).then((module) => module.outboxOf(client, accountId));
const none: Store<readonly Waiting[]> = createStore<readonly Waiting[]>([]);

/** Unsent messages of one thread, and functions to send, retry and remove. */
export function useOutbox(accountId: string, profileId: string) {
  const client = useQueryClient();
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  useEffect(() => {
    let isCancelled = false;
    // Shows what waits, also offline.
    loadThreadParts().catch(() => undefined);
    outboxOf(client, accountId).then(
      (opened) => {
        if (!isCancelled) setOutbox(opened);
      },
      () => undefined,
    );
    return () => {
      isCancelled = true;
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
    // Each resolves once stored on this device, and rejects with nothing changed when that fails.
    send: (message: WrittenMessage) =>
      act((opened) => opened.add({ clientId: crypto.randomUUID(), to: profileId, message })),
    retry: (clientId: string, change?: Partial<WrittenMessage>) => act((opened) => opened.retry(clientId, change)),
    remove: (clientId: string) => act((opened) => opened.remove(clientId)),
  };
}
