import { useEffect, useState } from 'react';
import { saveData } from '../lib/device.ts';
import { usePathname } from '../lib/router.tsx';
import type { CurrentUser } from '../lib/session.ts';
import { lazyComponent } from '../lib/styles.ts';
import { Opened } from './shell/opened.tsx';

// Nothing of it is drawn at once, so it waits for no styles.
const Live = lazyComponent(() => import('./live.tsx').then((module) => module.Live));
/** After the first screen and its pictures are there, in milliseconds: they have the line to themselves. */
const waitMs = 3_000;

/** What comes by itself, for signed-in adults, once the first screen stands; those who save data are spared it. */
export function LivePart({ user }: { user: CurrentUser | null | undefined }) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
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
  // Calls and conversations go over the socket, whatever it weighs.
  const needed = /^\/(chat|messages|video-chat)/.test(usePathname());
  return (needed || (ready && !saveData())) && user?.requiresAgeVerification === false ? (
    <Opened>
      <Live />
    </Opened>
  ) : null;
}
