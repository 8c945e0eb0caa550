import type { UserFilter } from '@vlam/contract/administration-users';
import type { Role } from '@vlam/contract/identity';
import { lastUserPage, userStatuses } from '@vlam/contract/rules/users';

export const userRoles = ['user', 'creator', 'moderator', 'admin'] as const satisfies readonly Role[];

/** What of the list is shown: a filter and a page. Past `lastUserPage` a cursor leads on. */
export interface ListView {
  filter: UserFilter;
  page: number;
  cursor: string | null;
}

const day = /^\d{4}-\d\d-\d\d$/;

/** Reads the address; what the list does not know is left out. */
export function readView(params: URLSearchParams): ListView {
  const text = (name: string) => params.get(name)?.trim() || undefined;
  const filter = compact({
    q: text('q')?.slice(0, 100),
    role: userRoles.find((role) => role === text('role')),
    status: userStatuses.find((status) => status === text('status')),
    city: text('city')?.slice(0, 60),
    joinedSince: day.test(text('joinedSince') ?? '') ? text('joinedSince') : undefined,
    reported: text('reported') === 'true' || undefined,
  });
  const page = Math.max(1, Math.floor(Number(text('page') ?? 1)) || 1);
  const cursor = text('cursor') ?? null;
  return { filter, page: cursor ? page : Math.min(page, lastUserPage), cursor };
}

/** A filter as the calls take it, and as it stands in the address. */
export function queryOfFilter({ reported, ...filter }: UserFilter): Record<string, string> {
  return { ...(compact(filter) as Record<string, string>), ...(reported ? { reported: 'true' } : {}) };
}

/** The query of the list for a page of a view. */
export function queryOfView({ filter, page, cursor }: ListView): Record<string, string> {
  return { ...queryOfFilter(filter), ...(cursor ? { cursor } : page > 1 ? { page: String(page) } : {}) };
}

/** The address of a view. */
export function searchOfView({ filter, page, cursor }: ListView): Record<string, string> {
  return {
    ...queryOfFilter(filter),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(cursor ? { cursor } : {}),
  };
}

export const sameFilter = (one: UserFilter, other: UserFilter): boolean =>
  new URLSearchParams(Object.entries(queryOfFilter(one)).sort()).toString() ===
  new URLSearchParams(Object.entries(queryOfFilter(other)).sort()).toString();

function compact(filter: { [Name in keyof UserFilter]?: UserFilter[Name] | undefined }): UserFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as UserFilter;
}
