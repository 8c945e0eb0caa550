import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OwnMedia } from '../../lib/own-media.ts';
import { type CallView, endCall, type Joined, leaveCall, usePutCall } from './api.ts';
import { type CallSession, createCallSession, type SessionState } from './session.ts';

const never = () => () => {};
const nothing = () => null;

/** Takes part in a call while the component is mounted. `hangUp` does nothing until the call is known. */
export function useCallSession(
  { role }: Pick<CallView, 'role'>,
  joined: Joined,
  media: OwnMedia,
): { session: CallSession | null; state: SessionState | null; hangUp(): Promise<void> } {
  const put = usePutCall();
  const [session, setSession] = useState<CallSession | null>(null);
  useEffect(() => {
    const made = createCallSession({ ...joined, role }, media, {
      onOver() {
        made.close();
        void endCall(joined).then((ended) => ended && put(ended));
      },
      onElsewhere() {
        made.close();
        leaveCall(joined);
      },
    });
    setSession(made);
    return () => {
      made.close();
      setSession(null);
    };
  }, [joined, role, media, put]);
  const state = useSyncExternalStore<SessionState | null>(session?.subscribe ?? never, session?.get ?? nothing);
  return {
    session,
    state,
    async hangUp() {
      session?.close();
      const ended = await endCall(joined);
      if (ended) put(ended);
    },
  };
}

/** Duration in seconds from the latest call.tick, counted on locally; null before the first minute. */
export function useCallSeconds(tick: SessionState['tick'], startTime: string | null): number | null {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, []);
  if (tick) return tick.seconds + (performance.now() - tick.at) / 1000;
  return startTime ? (Date.now() - Date.parse(startTime)) / 1000 : null;
}
