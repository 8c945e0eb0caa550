import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { queryOf } from '../lib/api.ts';
import { onSocketOpen, useLiveEvent } from '../lib/realtime.ts';
import { useCurrentUser } from '../lib/session.ts';
import { lazyPart } from '../lib/styles.ts';
import { LazyBoundary } from './shell/lazy-boundary.tsx';

const IncomingCall = lazyPart(() =>
  import('../features/calls/components/incoming-call.tsx').then((module) => module.IncomingCall),
);

/**
 * Shows incoming calls over every screen. Creators refetch the current call after each reconnect too, because it rings
 * for 30 s.
 */
export function IncomingCalls() {
  const client = useQueryClient();
  const isCreator = useCurrentUser()?.creator !== undefined;
  const [isRinging, setRinging] = useState(false);
  const refetchCall = useCallback(
    () =>
      client.fetchQuery({ ...queryOf('currentCall'), staleTime: 0 }).then(
        ({ call }) => {
          if (call?.state === 'ringing' && call.role === 'partner') setRinging(true);
        },
        () => undefined,
      ),
    [client],
  );
  useLiveEvent('call.ringing', () => void refetchCall());
  useEffect(() => (isCreator ? onSocketOpen(() => void refetchCall()) : undefined), [refetchCall, isCreator]);
  const stopRinging = useCallback(() => setRinging(false), []);
  return isRinging ? (
    <LazyBoundary close={stopRinging}>
      <IncomingCall onOver={stopRinging} />
    </LazyBoundary>
  ) : null;
}
