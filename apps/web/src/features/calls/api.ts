import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallPartner, CallView } from '@vlam/contract/calls';
import { useCallback, useEffect } from 'react';
import { type Answer, api, keyOf, queryOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/idempotency.ts';
import { onResume, useLive, useLiveInterval } from '../../lib/realtime.ts';

export type { CallPartner, CallView };
export type CallReceipt = Answer<'callReceipt'>;

const joinedName = 'vlam.call';

/** Whether this page, of all pages of this person, is the one that takes part. */
export const isJoined = (id: string): boolean => sessionStorage.getItem(joinedName) === id;
const page = crypto.randomUUID();

/** This page takes part from now on; another of this browser that did stops. */
export function join(id: string): void {
  sessionStorage.setItem(joinedName, id);
  const channel = new BroadcastChannel(joinedName);
  channel.postMessage({ id, page });
  channel.close();
}

/** Calls `left` when another page of this browser has taken the call over. Answers the way to stop. */
export function onTakenOver(left: () => void): () => void {
  const channel = new BroadcastChannel(joinedName);
  channel.onmessage = ({ data }: MessageEvent<{ id: string; page: string }>) => {
    if (data.page === page || !isJoined(data.id)) return;
    sessionStorage.removeItem(joinedName);
    left();
  };
  return () => channel.close();
}

/** The call one is in, or that rings; followed by events, and asked for every few seconds without them. */
export function useCurrentCall(): CallView | null | undefined {
  const client = useQueryClient();
  const every = useLiveInterval(3_000);
  const { data } = useQuery({ ...queryOf('currentCall'), refetchInterval: every });
  const read = useCallback(() => void client.invalidateQueries({ queryKey: keyOf('currentCall') }), [client]);
  useLive('call.ringing', read);
  useLive('call.accepted', read);
  useLive('call.ended', read);
  useEffect(() => onResume(read), [read]);
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

/** Hangs up, declines or stops ringing; what is lost on the way ends by itself on the server. */
export async function endCall(id: string): Promise<CallView | null> {
  return api.endCall({ params: { id } }).catch(() => null);
}
