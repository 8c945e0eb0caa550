import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '@vlam/contract/identity';
import type { Permission } from '@vlam/contract/operation';
import { ApiError, api, keyOf } from './api.ts';

export type { CurrentUser };

/** The signed-in person; null for a visitor. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: keyOf('currentUser'),
  queryFn: ({ signal }) =>
    api.currentUser({ signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }),
  // Without a connection every part that asks who is there would take the screen away for as long as it asks.
  retryOnMount: false,
});

/** Whether a member holds a permission of staff. */
export const holds = (user: CurrentUser | null | undefined, permission: Permission): boolean =>
  user?.permissions.some((held) => held === permission || held === 'all') === true;

/** Custom requests are made by Diamond members and answered by creators; others are not led there. */
export const usesRequests = (user: CurrentUser | null | undefined): boolean =>
  user?.creator !== undefined || user?.vipTier === 'diamond';

/** `undefined` while it is not known yet, null for a visitor. */
export function useCurrentUser(): CurrentUser | null | undefined {
  return useQuery(currentUserQuery).data;
}

/** Reads the person again after something changed them: profile, age, role, unread counts. */
export function useRefreshCurrentUser(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf('currentUser') });
}

/** Where a visitor signs in and comes back from. Full-page navigation, as the specification asks. */
export function signInAddress(next = `${location.pathname}${location.search}`): string {
  return `/api/login?next=${encodeURIComponent(next)}`;
}
