import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { currentUserQuery } from '../../lib/session.ts';

/** What comes within this is counted once, in milliseconds. */
const gatherMs = 1_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let isDue = false;

/** Reads how many messages are unread and puts the number where the shell shows it: at once, then once a moment. */
export function readUnread(client: QueryClient): void {
  if (timer !== undefined) {
    isDue = true;
    return;
  }
  timer = setTimeout(() => {
    timer = undefined;
    if (!isDue) return;
    isDue = false;
    readUnread(client);
  }, gatherMs);
  api.unreadMessages().then(
    ({ unread }) =>
      client.setQueryData(
        currentUserQuery.queryKey,
        (user) => user && { ...user, unread: { ...user.unread, messages: unread } },
      ),
    () => undefined,
  );
}
