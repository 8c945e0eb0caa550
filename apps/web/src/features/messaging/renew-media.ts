import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { serverTime } from '../../lib/clock.ts';
import { onSocketOpen } from '../../lib/realtime.ts';
import { threadQuery } from './api.ts';
import type { MessageView } from './types.ts';

/** Addresses that fail at once are not asked for again and again, in milliseconds. */
const leastBetweenMs = 10_000;
/** What fails within this is asked for together, in milliseconds. */
const gatherMs = 50;
const atOnce = 50;

/** By message: when its addresses were last asked for, and the question that is under way. */
const askedAt = new Map<string, number>();
const underWay = new Map<string, Promise<boolean>>();
/** By thread: what is asked for together, each with its place. */
const gathering = new Map<string, { seqs: Map<string, number>; came: Promise<ReadonlySet<string>> }>();

/** Reads those messages again and puts them where they stand. Answers which came; of the rest nothing is known. */
async function presentAgain(client: QueryClient, profileId: string, seqs: ReadonlyMap<string, number>) {
  const came = new Map<string, MessageView>();
  let places = [...seqs.values()].sort((one, other) => other - one);
  while (places.length > 0) {
    const [top = 0] = places;
    const inReach = places.filter((each) => each > top - atOnce);
    const query = { before: String(top + 1), limit: String(top - (inReach.at(-1) ?? top) + 1) };
    const page = await api.listMessages({ params: { profileId }, query }).catch(() => null);
    for (const each of page?.items ?? []) if (seqs.has(each.id)) came.set(each.id, each);
    places = places.slice(inReach.length);
  }
  client.setQueryData(
    threadQuery(profileId).queryKey,
    (thread) =>
      thread && {
        ...thread,
        messages: thread.messages.map((here) => {
          const anew = came.get(here.id);
          return anew && anew.revision >= here.revision ? anew : here;
        }),
      },
  );
  return new Set(came.keys());
}

async function askTogether(client: QueryClient, profileId: string, { id, seq }: MessageView): Promise<boolean> {
  let round = gathering.get(profileId);
  if (!round) {
    const seqs = new Map<string, number>();
    const came = new Promise((passed) => setTimeout(passed, gatherMs)).then(() => {
      gathering.delete(profileId);
      return presentAgain(client, profileId, seqs);
    });
    round = { seqs, came };
    gathering.set(profileId, round);
  }
  round.seqs.set(id, seq);
  return (await round.came).has(id);
}

interface Wish {
  client: QueryClient;
  /** The other of the thread. */
  profileId: string;
  message: MessageView;
}

/**
 * Asks for new addresses of a message's pictures, which are good for minutes, and puts them into its thread. False when
 * they did not come, or were asked for a moment ago and nobody has pressed anything since.
 */
function renewMedia({ client, profileId, message }: Wish, isPressed: boolean): Promise<boolean> {
  const { id } = message;
  const running = underWay.get(id);
  if (running) return running;
  const now = performance.now();
  if (!isPressed && now - (askedAt.get(id) ?? Number.NEGATIVE_INFINITY) < leastBetweenMs) return Promise.resolve(false);
  askedAt.set(id, now);
  const asking = askTogether(client, profileId, message).finally(() => underWay.delete(id));
  underWay.set(id, asking);
  return asking;
}

/** Whether the address of a picture has run out; what is not signed never does. */
function isTooOld({ mediaUrl, media }: MessageView): boolean {
  const [, seconds] = /[?&]e=(\d+)/.exec(mediaUrl ?? media?.previewUrl ?? '') ?? [];
  return seconds !== undefined && Number(seconds) * 1000 <= serverTime(Date.now());
}

/** Renews what has run out by the time it is drawn. True while that is under way. */
export function useFreshMedia(profileId: string, message: MessageView): boolean {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(() => isTooOld(message));
  useEffect(() => {
    if (isAsking) void renewMedia({ client, profileId, message }, false).then(() => setIsAsking(false));
  }, [client, profileId, message, isAsking]);
  return isAsking;
}

/** One picture of a message: a new address when its own fails, and what to show when that does not help. */
export function useRenewal(profileId: string, message: MessageView, src: string) {
  const client = useQueryClient();
  const [round, setRound] = useState(0);
  const [broken, setBroken] = useState<string | null>(null);
  /** New addresses that came by themselves are no help while the picture has not come since. */
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
    /** For the picture's `key`: the same address is loaded again only by another element. */
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
