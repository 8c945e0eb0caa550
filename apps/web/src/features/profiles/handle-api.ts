import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProfileView } from '@vlam/contract/profiles';
import { useEffect } from 'react';
import { api, keyOf } from '../../lib/api.ts';
import { currentLayer } from '../../lib/layers.ts';
import { hrefOf } from '../../lib/paths.ts';
import { personQuery } from '../../lib/person.ts';

/** Cache key of the id that a handle leads to. */
const idKey = (handle: string) => keyOf('getProfileByHandle', { params: { handle } });

/** The id that a handle leads to. The person is cached once, by that id. */
export function useIdOfHandle(handle: string | undefined) {
  const client = useQueryClient();
  return useQuery<string>({
    queryKey: idKey(handle ?? ''),
    enabled: handle !== undefined,
    queryFn: async ({ signal }) => {
      const person = await api.getProfileByHandle({ params: { handle: handle ?? '' }, signal });
      client.setQueryData(personQuery(person.id).queryKey, person);
      return person.id;
    },
  });
}

export const handlePath = (handle: string): string => hrefOf({ to: '/@:handle', params: { handle } });

/**
 * Counts the visit, and shows a person's own address instead of the one that was opened: by id, or by a former handle.
 */
export function useArrival(person: ProfileView | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!person) return;
    import('./visit.ts').then((visit) => visit.recordVisit(client, person)).catch(() => undefined);
    const { id, handle } = person;
    if (!handle || currentLayer() !== undefined || location.pathname === handlePath(handle)) return;
    client.setQueryData(idKey(handle), id);
    history.replaceState(history.state, '', handlePath(handle) + location.search);
  }, [person, client]);
}
