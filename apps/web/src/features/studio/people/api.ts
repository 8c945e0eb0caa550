import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FanList, FanSort } from '@vlam/contract/rules/fans';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { type Answer, api, keyOf, queryOf } from '../../../lib/api.ts';

export type Fan = Answer<'listFans'>['items'][number];
export type FanFacts = Answer<'getFan'>;
export type OwnList = Answer<'listFanLists'>[number];

export interface PeopleFilter {
  list: FanList;
  /** Of the list `own`. */
  listId?: string | undefined;
  sort: FanSort;
  q: string;
  active: boolean;
  ending: boolean;
  /** The tier that is open to subscribers. */
  tier: TierNumber | null;
  /** Rand. */
  earnedOver: number | null;
}

/** What a filter is in an address or a query; nothing for what is not set. */
export function toQuery({ list, listId, sort, q, active, ending, tier, earnedOver }: PeopleFilter) {
  return {
    ...{ list, sort },
    ...(listId ? { listId } : {}),
    ...(q ? { q } : {}),
    ...(active ? { active: 'yes' as const } : {}),
    ...(ending && list === 'subscribers' ? { ending: 'yes' as const } : {}),
    ...(tier !== null && list === 'subscribers' ? { tier: String(tier) } : {}),
    ...(earnedOver === null ? {} : { earnedOver: String(earnedOver) }),
  };
}

export const peopleQuery = (filter: PeopleFilter) => {
  const query = { ...toQuery(filter), limit: '30' };
  return infiniteQueryOptions({
    queryKey: keyOf('listFans', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listFans({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listFans'>) => last.nextCursor,
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  });
};

export const fanQuery = (id: string) => ({
  ...queryOf('getFan', { params: { id } }),
  refetchOnMount: 'always' as const,
});
export const ownListsQuery = queryOf('listFanLists');

const refetchPeople = (client: QueryClient): void => {
  for (const name of ['listFans', 'getFan', 'listFanLists'] as const)
    void client.invalidateQueries({ queryKey: keyOf(name) });
};

function usePeopleMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => refetchPeople(client) });
}

export const useSetNote = (id: string) =>
  usePeopleMutation((note: string) => api.setFanNote({ params: { id }, body: { note } }));

export const useSetLists = (id: string) =>
  usePeopleMutation((listIds: string[]) => api.setFanLists({ params: { id }, body: { listIds } }));

export const useCreateList = () => usePeopleMutation((name: string) => api.createFanList({ body: { name } }));

export const useRenameList = (id: string) =>
  usePeopleMutation((name: string) => api.renameFanList({ params: { id }, body: { name } }));

export const useDeleteList = () => usePeopleMutation((id: string) => api.deleteFanList({ params: { id } }));

/** Restricts a person, or lifts it; the mute of their thread changes with it. */
export function useRestrict(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (restricted: boolean) => (restricted ? api.restrictFan : api.unrestrictFan)({ params: { id } }),
    onSettled() {
      refetchPeople(client);
      for (const name of ['listMutes', 'getConversation', 'listConversations'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}
