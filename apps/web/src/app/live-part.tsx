import { useEffect, useState } from 'react';
import type { CurrentUser } from '../lib/session.ts';
import { lazily } from '../lib/styles.ts';
import { Opened } from './shell/opened.tsx';

// Nothing of it is drawn at once, so it waits for no styles.
const Live = lazily(() => import('./live.tsx').then((module) => module.Live));
/** The first screen has the line to itself. */
const waitMs = 2_500;

/** What comes by itself, for signed-in adults, once the first screen stands. */
export function LivePart({ user }: { user: CurrentUser | null | undefined }) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), waitMs);
    return () => clearTimeout(timer);
  }, []);
  return ready && user?.requiresAgeVerification === false ? (
    <Opened>
      <Live />
    </Opened>
  ) : null;
}
