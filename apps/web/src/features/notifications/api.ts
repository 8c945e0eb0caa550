import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf, queryOf } from '../../lib/api.ts';
import { currentUserQuery } from '../../lib/session.ts';

export type Notification = Answer<'listNotifications'>['items'][number];
export type Preferences = Answer<'notificationPreferences'>;
type PreferencesChange = Parameters<typeof api.setNotificationPreferences>[0]['body'];

export const notificationsQuery = infiniteQueryOptions({
  queryKey: keyOf('listNotifications'),
  queryFn: ({ pageParam, signal }) =>
    api.listNotifications({ query: { limit: '20', ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last: Answer<'listNotifications'>) => last.nextCursor,
});

/** Deduplicated: a notification that is updated moves up between two pages. */
export function flatten(pages: readonly Answer<'listNotifications'>[]): Notification[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)));
}

/** Marks notifications as read, or with `upTo` all up to that one. Updates optimistically; the unread count is the server's. */
export function useMarkRead(options: { onError?(error: Error): void } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { ids: string[] } | { upTo: string }) => api.readNotifications({ body: which }),
    onMutate(which) {
      const now = new Date().toISOString();
      const isAffected = ({ id }: Notification) => ('ids' in which ? which.ids.includes(id) : true);
      client.setQueryData(notificationsQuery.queryKey, (data) =>
        data
          ? {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                items: page.items.map((item) => (isAffected(item) ? { ...item, readAt: item.readAt ?? now } : item)),
              })),
            }
          : data,
      );
    },
    onSuccess: ({ unread }) =>
      client.setQueryData(currentUserQuery.queryKey, (user) =>
        user ? { ...user, unread: { ...user.unread, notifications: unread } } : user,
      ),
    onError(error) {
      void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
      options.onError?.(error);
    },
  });
}

/** Updates preferences optimistically; the response replaces them. */
export function useSetPreferences(options: { onError(error: Error): void }) {
  const client = useQueryClient();
  const { queryKey } = queryOf('notificationPreferences');
  return useMutation({
    scope: { id: 'notification preferences' },
    mutationFn: (change: PreferencesChange) => api.setNotificationPreferences({ body: change }),
    onMutate({ topics = [], digest, quietHours }) {
      client.setQueryData(queryKey, (before) =>
        before
          ? {
              ...before,
              topics: before.topics.map(
                (row) => ({ ...row, ...topics.find(({ topic }) => topic === row.topic) }) as typeof row,
              ),
              digest: digest ?? before.digest,
              quietHours: quietHours === undefined ? before.quietHours : quietHours,
            }
          : before,
      );
    },
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    onError(error) {
      void client.invalidateQueries({ queryKey });
      options.onError(error);
    },
  });
}
