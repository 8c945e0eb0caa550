import { api } from '../../lib/api.ts';

/** Messages that come within this are one word, and what is read at once is not said to have come; in milliseconds. */
const gatherMs = 1_000;
/** Threads told at once: these calls and one's own messages are counted together. */
const atMost = 5;

const due = new Map<string, string>();

/** Reading says more, and the list of threads says it of all of them. */
const isSaidAnyway = (profileId: string) =>
  document.visibilityState === 'visible' &&
  (location.pathname === `/chat/${profileId}` || location.pathname === '/messages');

function say(): void {
  const now = [...due].filter(([from]) => !isSaidAnyway(from)).slice(-atMost);
  due.clear();
  // What is lost or left out is said with the next list.
  for (const [profileId, messageId] of now)
    api.markDelivered({ params: { profileId }, body: { messageId } }).catch(() => undefined);
}

/** Reports messages as delivered to this device, whatever screen is open. */
export function sayDelivered(profileId: string, messageId: string): void {
  if (due.size === 0) setTimeout(say, gatherMs);
  due.set(profileId, messageId);
}
