import { useEffect, useState, useSyncExternalStore } from 'react';
import { type CallView, endCall, usePutCall } from './api.ts';
import type { OwnMedia } from './media.ts';
import { type CallSession, createCallSession, type SessionState } from './session.ts';

const never = () => () => {};
const nothing = () => null;

/** Joins a call for as long as the component stands. Leaving the screen hangs up; `hangUp` waits until it is known. */
export function useCallSession(
  call: CallView,
  media: OwnMedia,
): { session: CallSession | null; state: SessionState | null; hangUp(): Promise<void> } {
  const put = usePutCall();
  const [session, setSession] = useState<CallSession | null>(null);
  const { id, role } = call;
  useEffect(() => {
    const made = createCallSession({ id, role }, media, () => {
      made.close();
      void endCall(id).then((ended) => ended && put(ended));
    });
    setSession(made);
    return () => {
      made.close();
      setSession(null);
    };
  }, [id, role, media, put]);
  const state = useSyncExternalStore<SessionState | null>(session?.subscribe ?? never, session?.get ?? nothing);
  return {
    session,
    state,
    async hangUp() {
      session?.close();
      const ended = await endCall(id);
      if (ended) put(ended);
    },
  };
}

/** Seconds of the call by the server's latest word, counted on between two words; null before the first minute. */
export function useCallSeconds(tick: SessionState['tick'], startTime: string | null): number | null {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, []);
  if (tick) return tick.seconds + (performance.now() - tick.at) / 1000;
  return startTime ? (Date.now() - Date.parse(startTime)) / 1000 : null;
}
