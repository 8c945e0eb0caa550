import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { ProfileView, Relation } from '@vlam/contract/profiles';
import { type Answer, keyOf, queryOf } from './api.ts';

/** A person as the viewer sees them: the only source of what the viewer pays, follows and has sent. */
export const personQuery = (id: string) => queryOf('getProfile', { params: { id } });

/** Merges a change of the viewer's relation to a person into the cached profile. */
export function patchRelation(client: QueryClient, id: string, change: Partial<Relation>): void {
  client.setQueryData<ProfileView>(keyOf('getProfile', { params: { id } }), (person) =>
    person?.relation ? { ...person, relation: { ...person.relation, ...change } } : person,
  );
}

/** Stores whether the viewer follows a creator wherever it is cached. Lists keep their rows until they are next opened. */
export function putFollowing(client: QueryClient, id: string, following: boolean): void {
  patchRelation(client, id, { following });
  client.setQueriesData<InfiniteData<Answer<'listCreators'>>>(
    { queryKey: keyOf('listCreators') },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map((creator) => (creator.id === id ? { ...creator, following } : creator)),
        })),
      },
  );
  void client.invalidateQueries({ queryKey: keyOf('listCreators'), refetchType: 'none' });
}
