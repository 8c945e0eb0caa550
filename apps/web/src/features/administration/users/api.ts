import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserFilter } from '@vlam/contract/administration-users';
import type { Role } from '@vlam/contract/identity';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { type Answer, api, keyOf, queryOf } from '../../../lib/api.ts';
import { type ListView, queryOfView } from './filter.ts';

type UserPage = Answer<'adminUsers'>;
export type User = UserPage['users'][number];
export type SavedFilter = Answer<'userFilters'>['saved'][number];
export type Member = Answer<'adminMember'>;
export type HistoryItem = Answer<'adminMemberHistory'>['items'][number];

/** How long a page of the list is shown again without asking, in milliseconds. */
const shownAgainMs = 30_000;

export const usersQuery = (view: ListView) => ({
  ...queryOf('adminUsers', { query: queryOfView(view) }),
  staleTime: shownAgainMs,
});

export const memberQuery = (id: string) => ({ ...queryOf('adminMember', { params: { id } }), staleTime: shownAgainMs });

export const historyQuery = (id: string, part: HistoryItem['part'] | undefined) => {
  const input = { params: { id }, query: { limit: '25', ...(part ? { part } : {}) } };
  return infiniteQueryOptions({
    queryKey: keyOf('adminMemberHistory', input),
    queryFn: ({ pageParam, signal }) =>
      api.adminMemberHistory({
        params: input.params,
        query: { ...input.query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'adminMemberHistory'>) => last.nextCursor,
    staleTime: shownAgainMs,
  });
};

/** Everything that counts or shows accounts is read again; rows of the list stay as they are until then. */
function refresh(client: QueryClient): void {
  for (const name of [
    'userFilters',
    'adminMember',
    'adminMemberHistory',
    'platformStats',
    'staffWaiting',
    'adminGrants',
  ] as const)
    void client.invalidateQueries({ queryKey: keyOf(name) });
}

export type UserChange =
  | { kind: 'suspend'; userId: string; rule: CommunityRule; reason: string }
  | { kind: 'unsuspend'; userId: string }
  | { kind: 'verify'; userId: string }
  | { kind: 'role'; userId: string; role: Role };

const callOf = (change: UserChange): Promise<User> => {
  const { userId } = change;
  if (change.kind === 'suspend') return api.suspendUser({ body: { userId, rule: change.rule, reason: change.reason } });
  if (change.kind === 'unsuspend') return api.unsuspendUser({ body: { userId } });
  if (change.kind === 'verify') return api.verifyUser({ body: { userId } });
  return api.promoteUser({ body: { userId, role: change.role } });
};

interface Callbacks<Result, Input = unknown> {
  onSuccess(result: Result, input: Input): void;
  onError(error: Error): void;
}

/** Changes one account. Its row in the list changes in place, even where it no longer matches the filter. */
export function useChangeUser({ onSuccess, onError }: Callbacks<User, UserChange>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: callOf,
    onSuccess(user, change) {
      client.setQueriesData<UserPage>({ queryKey: keyOf('adminUsers') }, (page) =>
        page ? { ...page, users: page.users.map((each) => (each.id === user.id ? user : each)) } : page,
      );
      void client.invalidateQueries({ queryKey: keyOf('adminUsers'), refetchType: 'none' });
      refresh(client);
      onSuccess(user, change);
    },
    onError(error) {
      // Someone else may have been faster: show how the account is now.
      void client.invalidateQueries({ queryKey: keyOf('adminUsers') });
      refresh(client);
      onError(error);
    },
  });
}

export type BulkAction = Parameters<typeof api.bulkUsers>[0]['body'];
export type BulkOutcome = Answer<'bulkUsers'>;

function refreshAll(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf('adminUsers') });
  refresh(client);
}

export function useBulkAction({ onSuccess, onError }: Callbacks<BulkOutcome, BulkAction>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkAction) => api.bulkUsers({ body }),
    onSuccess,
    onError,
    onSettled: () => refreshAll(client),
  });
}

export function useUndoBulk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (batchId: string) => api.undoBulk({ params: { id: batchId } }),
    onSettled: () => refreshAll(client),
  });
}

export function useSaveFilter(filter: UserFilter) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.saveUserFilter({ body: { name, filter } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('userFilters') }),
  });
}

export function useDeleteFilter({ onError }: { onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.deleteUserFilter({ params: { id } }),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('userFilters') }),
  });
}

/** Address and name of the CSV of the list. */
export const usersFile = ['/api/admin/users/export.csv', 'vlam-users.csv'] as const;
