import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '@vlam/contract/identity';
import type { Permission } from '@vlam/contract/operation';
import { ApiError, api, keyOf } from './api.ts';

export type { CurrentUser };

/** The signed-in member; null for a visitor. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: keyOf('currentUser'),
  queryFn: ({ signal }) =>
    api.currentUser({ signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }),
  // Without a network, retrying on each mount would replace the screen with a loading state.
  retryOnMount: false,
});

/** True when the member has a staff permission. */
export const hasPermission = (user: CurrentUser | null | undefined, permission: Permission): boolean =>
  user?.permissions.some((held) => held === permission || held === 'all') === true;

/** Only Diamond members make custom requests and only creators fulfil them; no link is shown to others. */
export const canUseRequests = (user: CurrentUser | null | undefined): boolean =>
  user?.creator !== undefined || user?.vipTier === 'diamond';

/** The signed-in member; undefined while loading, null for a visitor. */
export function useCurrentUser(): CurrentUser | null | undefined {
  return useQuery(currentUserQuery).data;
}

/** Returns a function that refetches the member after a change of profile, age, role or unread counts. */
export function useRefreshCurrentUser(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf('currentUser') });
}

/** URL of the sign-in page, which returns to `next`. A full-page navigation, as the specification requires. */
export function signInUrl(next = `${location.pathname}${location.search}`): string {
  return `/api/login?next=${encodeURIComponent(next)}`;
}
