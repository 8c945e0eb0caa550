import { api } from '../../lib/api.ts';

/** Reports within this time are batched, in milliseconds; a message read by then needs no report. */
const batchMs = 1_000;
/** Threads reported at once, because these calls share a rate limit with sending messages. */
const maxThreads = 5;

const due = new Map<string, string>();

/** Reading implies delivery, and fetching the list of threads reports all of them. */
const isReportedAnyway = (profileId: string) =>
  document.visibilityState === 'visible' &&
  (location.pathname === `/chat/${profileId}` || location.pathname === '/messages');

function flush(): void {
  const now = [...due].filter(([from]) => !isReportedAnyway(from)).slice(-maxThreads);
  due.clear();
  // Lost or skipped reports are made up for by the next list fetch.
  for (const [profileId, messageId] of now)
    api.markDelivered({ params: { profileId }, body: { messageId } }).catch(() => undefined);
}

/** Reports a message as delivered to this device, on every screen. */
export function reportDelivered(profileId: string, messageId: string): void {
  if (due.size === 0) setTimeout(flush, batchMs);
  due.set(profileId, messageId);
}
