import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { type NearbyFilter, queryOfFilter } from './filter.ts';

export type Person = Answer<'nearby'>['items'][number];
export type FlamePerson = Answer<'listFlames'>['items'][number];
export type Direction = 'in' | 'out' | 'mutual';
export type PrivacySettings = Answer<'privacySettings'>;

const pageLength = '24';

/** People near by, a page at a time; the cursor belongs to one look, so that nobody comes twice. */
export const nearbyQuery = (filter: NearbyFilter) => {
  const query = { ...queryOfFilter(filter), limit: pageLength };
  return infiniteQueryOptions({
    queryKey: keyOf('nearby', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.nearby({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'nearby'>) => last.nextCursor,
  });
};

export const flamesQuery = (direction: Direction) => {
  const query = { direction, limit: pageLength };
  return infiniteQueryOptions({
    queryKey: keyOf('listFlames', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listFlames({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listFlames'>) => last.nextCursor,
  });
};

/** Every list of people may be different once one is seen by others, or others by oneself. */
function useForgetPeople() {
  const client = useQueryClient();
  return () => {
    for (const name of ['nearby', 'nearbyCells', 'available', 'listFlames', 'matches', 'listBlocks'] as const)
      void client.invalidateQueries({ queryKey: keyOf(name) });
  };
}

/** Who may see the member. The switch moves at once and comes back when the server refuses. */
export function useSetPrivacy(options: { onError(error: Error): void }) {
  const client = useQueryClient();
  const forget = useForgetPeople();
  const key = keyOf('privacySettings');
  return useMutation({
    mutationFn: (body: Parameters<typeof api.setPrivacySettings>[0]['body']) => api.setPrivacySettings({ body }),
    scope: { id: 'privacy' },
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      forget();
    },
    onError: options.onError,
  });
}

export function useUnblock(options: { onError(error: Error): void }) {
  const forget = useForgetPeople();
  return useMutation({
    mutationFn: (id: string) => api.unblockProfile({ params: { id } }),
    onSuccess: forget,
    onError: options.onError,
  });
}
