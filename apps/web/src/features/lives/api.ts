import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LiveDetails, LiveMessage, LiveView } from '@vlam/contract/lives';
import { useEffect, useState } from 'react';
import { type Answer, api, keyOf, queryOf } from '../../lib/api.ts';
import { putBalance } from '../../lib/balance.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { onSocketOpen, useLiveEvent, usePollInterval } from '../../lib/realtime.ts';

export type { LiveDetails, LiveMessage, LiveView };

/** Milliseconds between two readings of what events do not carry. */
const refreshMs = 15_000;
const pollMs = 4_000;

/** A show, kept current by its events. */
export function useLive(id: string) {
  const client = useQueryClient();
  const options = queryOf('getLive', { params: { id } });
  const poll = usePollInterval(pollMs);
  const query = useQuery({ ...options, refetchInterval: poll === false ? refreshMs : poll, staleTime: 0 });
  const { refetch } = query;
  useLiveEvent(
    'live.changed',
    ({ liveId, watching, tips }) => {
      if (liveId !== id) return;
      const was = client.getQueryData(options.queryKey);
      // The first figures come with the first picture.
      if (was?.state !== 'running') void refetch();
      else client.setQueryData(options.queryKey, { ...was, watching, tips });
      if (was?.isOwn && was.tips !== tips) void refetch();
    },
    `live:${id}`,
  );
  useLiveEvent('live.ended', ({ liveId, ending }) => {
    if (liveId !== id) return;
    const was = client.getQueryData(options.queryKey);
    // A stop counts at once, and not with the response; it leaves no replay.
    if (was && ending === 'stopped')
      client.setQueryData(options.queryKey, { ...was, state: 'over', ending, replayFor: 'none' });
    void refetch();
  });
  useEffect(() => onSocketOpen(() => void refetch()), [refetch]);
  return query;
}

export const putLive = (client: ReturnType<typeof useQueryClient>, live: LiveDetails): void =>
  void client.setQueryData(keyOf('getLive', { params: { id: live.id } }), live);

/** Messages on screen; older ones are forgotten. */
const keptMessages = 100;

/** The chat of a show, oldest first; empty while the viewer may not read it. */
export function useLiveMessages(
  id: string,
  enabled: boolean,
): { messages: readonly LiveMessage[]; add(message: LiveMessage): void } {
  const [messages, setMessages] = useState<readonly LiveMessage[]>([]);
  const poll = usePollInterval(pollMs);
  const add = (...found: LiveMessage[]) =>
    setMessages((was) => {
      const known = new Set(was.map((message) => message.id));
      const fresh = found.filter((message) => !known.has(message.id));
      if (fresh.length === 0) return was;
      return [...was, ...fresh].sort((one, other) => (one.id < other.id ? -1 : 1)).slice(-keptMessages);
    });
  const latest = messages.at(-1)?.id;
  const query = useQuery({
    queryKey: ['liveMessages', id],
    queryFn: async () => {
      const found = await api.listLiveMessages({ params: { id }, query: latest ? { after: latest } : {} });
      add(...found);
      return found.length;
    },
    enabled,
    staleTime: 0,
    refetchInterval: poll,
  });
  const { refetch } = query;
  useLiveEvent('live.changed', ({ liveId, messageId }) => {
    if (enabled && liveId === id && messageId && messageId !== latest) void refetch();
  });
  return { messages, add };
}

/** Buys a ticket; the balance and the show are current everywhere before `onBought`. */
export function useBuyTicket({
  onBought,
  onError,
}: {
  onBought(live: LiveDetails): void;
  onError(error: unknown): void;
}) {
  const client = useQueryClient();
  return useIntent<{ id: string; price: number; startNow: boolean }, Answer<'buyLiveTicket'>>({
    call: ({ id, ...body }, idempotencyKey) => api.buyLiveTicket({ params: { id }, body, idempotencyKey }),
    onSuccess: ({ balance, live }) => {
      putBalance(client, balance);
      putLive(client, live);
      void client.invalidateQueries({ queryKey: keyOf('listLives') });
      onBought(live);
    },
    onError,
  });
}

export function useTipLive(id: string, { onSent, onError }: { onSent(): void; onError(error: unknown): void }) {
  const client = useQueryClient();
  return useIntent<number, Answer<'tipLive'>>({
    call: (credits, idempotencyKey) => api.tipLive({ params: { id }, body: { credits }, idempotencyKey }),
    onSuccess: ({ balance, live }) => {
      putBalance(client, balance);
      putLive(client, live);
      onSent();
    },
    onError,
  });
}
