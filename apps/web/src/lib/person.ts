import type { QueryClient } from '@tanstack/react-query';
import type { ProfileView, Relation } from '@vlam/contract/profiles';
import { keyOf, queryOf } from './api.ts';

/** A person as the viewer sees them: the only source of what the viewer pays, follows and has sent. */
export const personQuery = (id: string) => queryOf('getProfile', { params: { id } });

/** Merges a change of the viewer's relation to a person into the cached profile. */
export function patchRelation(client: QueryClient, id: string, change: Partial<Relation>): void {
  client.setQueryData<ProfileView>(keyOf('getProfile', { params: { id } }), (person) =>
    person?.relation ? { ...person, relation: { ...person.relation, ...change } } : person,
  );
}
