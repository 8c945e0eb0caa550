import { startDataMeter } from '../lib/data-meter.ts';
import { currentUserQuery } from '../lib/session.ts';
import { queryClient } from './query-client.ts';

/** Delay of the code that keeps lists for a start offline, in milliseconds: what it keeps is for another day. */
const keepListsAfterMs = 5_000;

/** Begins once a member is signed in, also for one who saves data and so opens no socket. */
function keepListsOfMember(): void {
  const cache = queryClient.getQueryCache();
  const check = () => {
    if (queryClient.getQueryData(currentUserQuery.queryKey)?.requiresAgeVerification !== false) return;
    stop();
    setTimeout(() => {
      import('./keep-lists.ts').then(
        (module) => module.keepLists(queryClient),
        () => undefined,
      );
    }, keepListsAfterMs);
  };
  const stop = cache.subscribe(check);
  check();
}

let isStarted = false;

/** What no screen waits for: it begins some seconds after the page has loaded. */
export function startAfterLoad(): void {
  if (isStarted) return;
  isStarted = true;
  startDataMeter();
  keepListsOfMember();
}
