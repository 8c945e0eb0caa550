import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Answer, api, keyOf } from '../../../lib/api.ts';
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

type PrivacyChange = Parameters<typeof api.setPrivacySettings>[0]['body'];

const changed = (
  settings: PrivacySettings,
  { incognito, autoDelete = settings.autoDelete, locationPrivacy = {} }: PrivacyChange,
): PrivacySettings => ({
  incognito: incognito ?? settings.incognito,
  autoDelete,
  locationPrivacy: {
    hidden: locationPrivacy.hidden ?? settings.locationPrivacy.hidden,
    blockedProvinces: locationPrivacy.blockedProvinces ?? settings.locationPrivacy.blockedProvinces,
  },
});

/**
 * Who may see the member. What is tapped shows at once, however slow the answer, and changes are sent in their order;
 * when the last one is answered, what the server holds is shown.
 */
export function useSetPrivacy(options: { onError(error: Error): void }) {
  const client = useQueryClient();
  const forget = useForgetPeople();
  const held = useRef<PrivacySettings | undefined>(undefined);
  const key = keyOf('privacySettings');
  const mutationKey = ['privacy'];
  const isAlone = () => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    mutationFn: (body: PrivacyChange) => api.setPrivacySettings({ body }),
    scope: { id: 'privacy' },
    onMutate: (change) => {
      const shown = client.getQueryData<PrivacySettings>(key);
      if (isAlone()) held.current = shown;
      if (shown) client.setQueryData(key, changed(shown, change));
    },
    onSuccess: (saved) => {
      held.current = saved;
      forget();
    },
    onError: options.onError,
    onSettled: () => {
      if (!isAlone()) return;
      if (held.current) client.setQueryData(key, held.current);
      else void client.invalidateQueries({ queryKey: key });
    },
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
