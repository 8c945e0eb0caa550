import type { QueryClient } from '@tanstack/react-query';
import type { ProfileView, Relation } from '@vlam/contract/profiles';
import { keyOf, queryOf } from './api.ts';

/** A person as the viewer sees them: what one pays, follows and has sent is said here and nowhere else. */
export const personQuery = (id: string) => queryOf('getProfile', { params: { id } });

/** Puts what an answer said of the viewer and a person onto that person's page, where it is open or kept. */
export function patchRelation(client: QueryClient, id: string, change: Partial<Relation>): void {
  client.setQueryData<ProfileView>(keyOf('getProfile', { params: { id } }), (person) =>
    person?.relation ? { ...person, relation: { ...person.relation, ...change } } : person,
  );
}
