import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { currentUserQuery } from '../../../lib/session.ts';

/** Changes within this time cause one request, in milliseconds. */
const minIntervalMs = 1_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let isDue = false;

/** Fetches the number of unread messages and updates the shell's badge; at once, then at most once a second. */
export function refreshUnread(client: QueryClient): void {
  if (timer !== undefined) {
    isDue = true;
    return;
  }
  timer = setTimeout(() => {
    timer = undefined;
    if (!isDue) return;
    isDue = false;
    refreshUnread(client);
  }, minIntervalMs);
  api.unreadMessages().then(
    ({ unread }) =>
      client.setQueryData(
        currentUserQuery.queryKey,
        (user) => user && { ...user, unread: { ...user.unread, messages: unread } },
      ),
    () => undefined,
  );
}
