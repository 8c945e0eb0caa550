import { useEffect, useState } from 'react';
import { saveData } from '../lib/device.ts';
import { usePathname } from '../lib/router.tsx';
import type { CurrentUser } from '../lib/session.ts';
import { lazyComponent } from '../lib/styles.ts';
import { LazyBoundary } from './shell/lazy-boundary.tsx';

// Renders nothing at first, so it needs no styles.
const Live = lazyComponent(() => import('./live.tsx').then((module) => module.Live));
/** Delay in milliseconds, so that the first screen and its pictures load first. */
const waitMs = 3_000;

/** Loads realtime for signed-in adults after the first screen; members who save data load it only when needed. */
export function LivePart({ user }: { user: CurrentUser | null | undefined }) {
  const [ready, setReady] = useState(false);
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    // A frame and a task later the screen is painted; its code and pictures must not wait for the socket's.
    requestAnimationFrame(() => setTimeout(setPainted, 0, true));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loaded = () => {
      timer = setTimeout(() => setReady(true), waitMs);
    };
    if (document.readyState === 'complete') loaded();
    else addEventListener('load', loaded);
    return () => {
      removeEventListener('load', loaded);
      clearTimeout(timer);
    };
  }, []);
  // Calls and conversations need the socket regardless of its size, and albums that can be taken back.
  const needed = /^\/(chat|messages|video-chat|library)/.test(usePathname());
  return ((needed && painted) || (ready && !saveData())) && user?.requiresAgeVerification === false ? (
    <LazyBoundary>
      <Live />
    </LazyBoundary>
  ) : null;
}
