import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallPartner, CallView } from '@vlam/contract/calls';
import { useCallback, useEffect } from 'react';
import { type Answer, api, codeOf, keyOf, queryOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { onSocketOpen, useLiveEvent, usePollInterval } from '../../lib/realtime.ts';
import { createStore } from '../../lib/store.ts';

export type { CallPartner, CallView };
export type CallReceipt = Answer<'callReceipt'>;

/** A call, and the id under which this tab takes part in it. */
export interface Joined {
  id: string;
  tabId: string;
}

const storageKey = 'vlam.call';
const stored = sessionStorage.getItem(storageKey)?.split(' ') ?? [];
/** The call this tab takes part in; a reload continues with the same tab id. */
export const joinedStore = createStore<Joined | null>(
  stored[0] && stored[1] ? { id: stored[0], tabId: stored[1] } : null,
);

function setJoined(joined: Joined | null): void {
  if (joined) sessionStorage.setItem(storageKey, `${joined.id} ${joined.tabId}`);
  else sessionStorage.removeItem(storageKey);
  joinedStore.set(joined);
}

/** This tab takes part from now on. */
export function joinCall(id: string, tabId: string = crypto.randomUUID()): Joined {
  const joined = { id, tabId };
  setJoined(joined);
  return joined;
}

/** This tab takes part no more: another tab took over, or the receipt is shown. */
export function leaveCall({ id, tabId }: Joined): void {
  const now = joinedStore.get();
  if (now?.id === id && now.tabId === tabId) setJoined(null);
}

/** Moves a call from another tab to this one; the server notifies the other tab. */
export async function moveCallHere(id: string): Promise<CallView> {
  const tabId = crypto.randomUUID();
  const call = await api.joinCall({ params: { id }, body: { tabId } });
  joinCall(id, tabId);
  return call;
}

/** A duplicated tab copies the session storage, so the older of two tabs with one id leaves the call. */
export function watchDuplicateTab(): () => void {
  const channel = new BroadcastChannel(storageKey);
  const own = joinedStore.get();
  if (own) channel.postMessage(own);
  channel.onmessage = ({ data }: MessageEvent<Joined>) => leaveCall(data);
  return () => channel.close();
}

/** The member's current or ringing call; updated by events, and polled every few seconds without them. */
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

/** Puts a call from a response into the cache. */
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

/** Starts a call. A second tap starts no second call. */
export function useStartCall(options: { onError(error: Error): void }) {
  const put = usePutCall();
  return useIntent<CallPartner, CallView>({
    call: ({ id, creditsPerMinute }, idempotencyKey) =>
      api.startCall({ body: { profileId: id, creditsPerMinute, startNow: true }, idempotencyKey }),
    onSuccess: (call) => {
      joinCall(call.id);
      put(call);
    },
    onError: options.onError,
  });
}

/**
 * Hangs up, declines or cancels in this tab; if the request is lost the server ends the call by itself. A call that
 * moved to another tab continues there, and this tab leaves it.
 */
export async function endCall(joined: Joined): Promise<CallView | null> {
  return api.endCall({ params: { id: joined.id }, query: { tabId: joined.tabId } }).catch((error: unknown) => {
    if (codeOf(error) === 'CONFLICT') leaveCall(joined);
    return null;
  });
}
