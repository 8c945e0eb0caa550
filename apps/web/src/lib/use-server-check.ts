import { useEffect } from 'react';
import { ApiError, api } from './api.ts';

/** Interval of the reachability check in milliseconds; not every browser fires `online`. */
const pollIntervalMs = 10_000;

/** Calls `onReached` once the server answers who is signed in, while what is shown came from this device. */
export function useServerCheck(onReached: () => void, isLost = true): void {
  useEffect(() => {
    if (!isLost) return;
    // Checked outside of the current-user query, because its loading state would unmount this screen. A 401 means the
    // session has ended.
    const checkServer = () => {
      if (document.visibilityState !== 'visible') return;
      api
        .currentUser()
        .then(onReached, (failure) => failure instanceof ApiError && failure.status === 401 && onReached());
    };
    const timer = setInterval(checkServer, pollIntervalMs);
    document.addEventListener('visibilitychange', checkServer);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkServer);
    };
  }, [isLost, onReached]);
}
