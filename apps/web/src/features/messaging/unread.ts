import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { currentUserQuery } from '../../lib/session.ts';

/** Reads how many messages are unread and puts the number where the shell shows it. */
export function readUnread(client: QueryClient): void {
  api.unreadMessages().then(
    ({ unread }) =>
      client.setQueryData(
        currentUserQuery.queryKey,
        (user) => user && { ...user, unread: { ...user.unread, messages: unread } },
      ),
    () => undefined,
  );
}
