import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '@vlam/contract/identity';
import type { Permission } from '@vlam/contract/operation';
import { ApiError, api, keyOf } from './api.ts';
import { useStore } from './store.ts';
import { type ViewRole, viewRoleStore } from './view-as.ts';

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

/** True for members with any staff permission: they have the rail of staff. */
export const isStaff = (user: CurrentUser | null | undefined): boolean => (user?.permissions.length ?? 0) > 0;

/** True for members who may publish: they have a creator's navigation. */
export const isCreator = (user: CurrentUser | null | undefined): boolean =>
  user?.creator !== undefined || user?.role === 'creator';

/** Only Diamond members make custom requests and only creators fulfil them; no link is shown to others. */
export const canUseRequests = (user: CurrentUser | null | undefined): boolean =>
  isCreator(user) || user?.vipTier === 'diamond';

/** An admin as a creator or user would see themselves; everyone else unchanged. */
export function viewedAs<User extends CurrentUser | null | undefined>(user: User, role: ViewRole): User {
  if (!user || role === 'admin' || !hasPermission(user, 'all')) return user;
  const { creator: _, ...member } = user;
  return { ...(role === 'creator' ? user : member), role, permissions: [] } as unknown as User;
}

/** The signed-in member as the app shows them; undefined while loading, null for a visitor. */
export function useCurrentUser(): CurrentUser | null | undefined {
  const { data } = useQuery(currentUserQuery);
  return viewedAs(data, useStore(viewRoleStore));
}

/** The signed-in member on screens of staff, whatever role an admin views as. */
export const useStaffUser = (): CurrentUser | null | undefined => useQuery(currentUserQuery).data;

/** Returns a function that refetches the member after a change of profile, age, role or unread counts. */
export function useRefreshCurrentUser(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf('currentUser') });
}

/** URL of the sign-in page, which returns to `next`. A full-page navigation, as the specification requires. */
export function signInUrl(next = `${location.pathname}${location.search}`): string {
  return `/api/login?next=${encodeURIComponent(next)}`;
}
