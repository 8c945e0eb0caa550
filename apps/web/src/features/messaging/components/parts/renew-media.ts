import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../lib/api.ts';
import { serverTime } from '../../../../lib/helpers/clock.ts';
import { onSocketOpen } from '../../../../lib/realtime.ts';
import { threadQuery } from '../../threads/api.ts';
import type { MessageView } from '../../types.ts';

/** Minimum between two requests for the same message, in milliseconds: a URL may fail at once. */
const minIntervalMs = 10_000;
/** Failures within this time share one request, in milliseconds. */
const batchMs = 50;
const maxPageSize = 50;

/** By message id: time of the last request, and the running request. */
const requestedAt = new Map<string, number>();
const runningRequests = new Map<string, Promise<boolean>>();
/** By profile id: messages to request together, each with its seq. */
const batches = new Map<string, { seqs: Map<string, number>; loaded: Promise<ReadonlySet<string>> }>();

/** Refetches these messages and updates the cached thread. Returns the ids that were returned by the server. */
async function refetchMessages(client: QueryClient, profileId: string, seqs: ReadonlyMap<string, number>) {
  const loaded = new Map<string, MessageView>();
  let places = [...seqs.values()].sort((one, other) => other - one);
  while (places.length > 0) {
    const [top = 0] = places;
    const inPage = places.filter((each) => each > top - maxPageSize);
    const query = { before: String(top + 1), limit: String(top - (inPage.at(-1) ?? top) + 1) };
    const page = await api.listMessages({ params: { profileId }, query }).catch(() => null);
    for (const each of page?.items ?? []) if (seqs.has(each.id)) loaded.set(each.id, each);
    places = places.slice(inPage.length);
  }
  client.setQueryData(
    threadQuery(profileId).queryKey,
    (thread) =>
      thread && {
        ...thread,
        messages: thread.messages.map((here) => {
          const refetched = loaded.get(here.id);
          return refetched && refetched.revision >= here.revision ? refetched : here;
        }),
      },
  );
  return new Set(loaded.keys());
}

async function requestInBatch(client: QueryClient, profileId: string, { id, seq }: MessageView): Promise<boolean> {
  let round = batches.get(profileId);
  if (!round) {
    const seqs = new Map<string, number>();
    const loaded = new Promise((passed) => setTimeout(passed, batchMs)).then(() => {
      batches.delete(profileId);
      return refetchMessages(client, profileId, seqs);
    });
    round = { seqs, loaded };
    batches.set(profileId, round);
  }
  round.seqs.set(id, seq);
  return (await round.loaded).has(id);
}

interface Renewal {
  client: QueryClient;
  /** Profile id of the other member. */
  profileId: string;
  message: MessageView;
}

/**
 * Fetches new media URLs of a message, which expire after minutes. Returns false when the fetch failed, or when one was
 * made a moment ago and the member did not press retry.
 */
function renewMedia({ client, profileId, message }: Renewal, isManual: boolean): Promise<boolean> {
  const { id } = message;
  const running = runningRequests.get(id);
  if (running) return running;
  const now = performance.now();
  if (!isManual && now - (requestedAt.get(id) ?? Number.NEGATIVE_INFINITY) < minIntervalMs)
    return Promise.resolve(false);
  requestedAt.set(id, now);
  const request = requestInBatch(client, profileId, message).finally(() => runningRequests.delete(id));
  runningRequests.set(id, request);
  return request;
}

/** True when a signed media URL has expired; unsigned URLs never do. */
function isExpired({ mediaUrl, media }: MessageView): boolean {
  const [, seconds] = /[?&]e=(\d+)/.exec(mediaUrl ?? media?.previewUrl ?? '') ?? [];
  return seconds !== undefined && Number(seconds) * 1000 <= serverTime(Date.now());
}

/** Renews expired media URLs on mount. Returns true while that is running. */
export function useFreshMedia(profileId: string, message: MessageView): boolean {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(() => isExpired(message));
  useEffect(() => {
    if (isAsking) void renewMedia({ client, profileId, message }, false).then(() => setIsAsking(false));
  }, [client, profileId, message, isAsking]);
  return isAsking;
}

/** One picture of a message: renews its URL when loading fails, and returns the error state when that does not help. */
export function useRenewal(profileId: string, message: MessageView, src: string) {
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const [broken, setBroken] = useState<string | null>(null);
  /** Renewing automatically a second time is pointless until the picture has loaded. */
  const isTried = useRef(false);
  const isBroken = broken === src;
  const renew = async (isPressed: boolean) => {
    const came = await renewMedia({ client, profileId, message }, isPressed);
    if (came) setRound((before) => before + 1);
    setBroken(came ? null : src);
    return came;
  };
  useEffect(() => {
    if (!isBroken) return;
    return onSocketOpen(
      () => void renewMedia({ client, profileId, message }, false).then((came) => came && setBroken(null)),
    );
  }, [isBroken, client, profileId, message]);
  return {
    isBroken,
    /** For the picture's `key`: only a new element reloads the same URL. */
    round,
    came: () => {
      isTried.current = false;
    },
    failed() {
      if (isTried.current) return setBroken(src);
      isTried.current = true;
      void renew(false);
    },
    retry: () => renew(true),
  };
}
