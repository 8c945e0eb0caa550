import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallPartner, CallView } from '@vlam/contract/calls';
import { useCallback, useEffect } from 'react';
import { type Answer, api, codeOf, keyOf, queryOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/idempotency.ts';
import { onSocketOpen, useLiveEvent, usePollInterval } from '../../lib/realtime.ts';
import { createStore } from '../../lib/store.ts';

export type { CallPartner, CallView };
export type CallReceipt = Answer<'callReceipt'>;

/** A call, and the name under which this page, of all pages of this person, takes part in it. */
export interface Joined {
  id: string;
  page: string;
}

const joinedName = 'vlam.call';
const stored = sessionStorage.getItem(joinedName)?.split(' ') ?? [];
/** What this page takes part in. A page that is loaded again goes on under its name. */
export const joinedStore = createStore<Joined | null>(
  stored[0] && stored[1] ? { id: stored[0], page: stored[1] } : null,
);

function put(joined: Joined | null): void {
  if (joined) sessionStorage.setItem(joinedName, `${joined.id} ${joined.page}`);
  else sessionStorage.removeItem(joinedName);
  joinedStore.set(joined);
}

/** This page takes part from now on. */
export function join(id: string, page: string = crypto.randomUUID()): Joined {
  const joined = { id, page };
  put(joined);
  return joined;
}

/** It does so no more: the call goes on elsewhere, or is over and its receipt is shown. */
export function leave({ id, page }: Joined): void {
  const now = joinedStore.get();
  if (now?.id === id && now.page === page) put(null);
}

/** Goes on here with a call that another page of this person's is in, which the server tells. */
export async function goOnHere(id: string): Promise<CallView> {
  const page = crypto.randomUUID();
  const call = await api.joinCall({ params: { id }, body: { page } });
  join(id, page);
  return call;
}

/** A tab that is doubled takes its name along: of two of one name the one that was there first leaves the call. */
export function keepApart(): () => void {
  const channel = new BroadcastChannel(joinedName);
  const own = joinedStore.get();
  if (own) channel.postMessage(own);
  channel.onmessage = ({ data }: MessageEvent<Joined>) => leave(data);
  return () => channel.close();
}

/** The call one is in, or that rings; followed by events, and asked for every few seconds without them. */
export function useCurrentCall(): CallView | null | undefined {
  const client = useQueryClient();
  const every = usePollInterval(3_000);
  const { data } = useQuery({ ...queryOf('currentCall'), refetchInterval: every });
  const read = useCallback(() => void client.invalidateQueries({ queryKey: keyOf('currentCall') }), [client]);
  useLiveEvent('call.ringing', read);
  useLiveEvent('call.accepted', read);
  useLiveEvent('call.ended', read);
  useEffect(() => onSocketOpen(read), [read]);
  return data?.call;
}

/** Takes over a call as an answer shows it. */
export function usePutCall(): (call: CallView) => void {
  const client = useQueryClient();
  return useCallback(
    (call) => {
      const current = call.state === 'ended' ? null : call;
      client.setQueryData<Answer<'currentCall'>>(keyOf('currentCall'), { call: current });
    },
    [client],
  );
}

/** Rings. A second tap is the same call. */
export function useStartCall(options: { onError(error: Error): void }) {
  const put = usePutCall();
  return useIntent<CallPartner, CallView>({
    call: ({ id, creditsPerMinute }, idempotencyKey) =>
      api.startCall({ body: { profileId: id, creditsPerMinute, startNow: true }, idempotencyKey }),
    onSuccess: (call) => {
      join(call.id);
      put(call);
    },
    onError: options.onError,
  });
}

/**
 * Hangs up, declines or stops ringing on this page; what is lost on the way ends by itself on the server. A call that
 * goes on elsewhere stays, and this page leaves it.
 */
export async function endCall(joined: Joined): Promise<CallView | null> {
  return api.endCall({ params: { id: joined.id }, query: { page: joined.page } }).catch((error: unknown) => {
    if (codeOf(error) === 'CONFLICT') leave(joined);
    return null;
  });
}
