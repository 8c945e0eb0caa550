import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Answer, api, keyOf } from '../../../lib/api.ts';
import { type NearbyFilter, toQuery } from './filter.ts';

export type Person = Answer<'nearby'>['items'][number];
export type FlamePerson = Answer<'listFlames'>['items'][number];
export type Direction = 'in' | 'out' | 'mutual';
export type PrivacySettings = Answer<'privacySettings'>;

const pageLength = '24';

/** People nearby, in pages. The cursor belongs to one query, so that pages do not overlap. */
export const nearbyQuery = (filter: NearbyFilter) => {
  const query = { ...toQuery(filter), limit: pageLength };
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

/** Invalidates every list of people after a change of visibility. */
function useInvalidatePeople() {
  const client = useQueryClient();
  return () => {
    for (const name of ['nearby', 'nearbyCells', 'available', 'listFlames', 'matches', 'listBlocks'] as const)
      void client.invalidateQueries({ queryKey: keyOf(name) });
  };
}

type PrivacyChange = Parameters<typeof api.setPrivacySettings>[0]['body'];

const applyChange = (
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
 * Saves who may see the member. Updates optimistically and sends changes in order; the last response replaces the
 * settings.
 */
export function useSetPrivacy(options: { onError(error: Error): void }) {
  const client = useQueryClient();
  const invalidatePeople = useInvalidatePeople();
  const held = useRef<PrivacySettings | undefined>(undefined);
  const key = keyOf('privacySettings');
  const mutationKey = ['privacy'];
  const isLastMutation = () => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    mutationFn: (body: PrivacyChange) => api.setPrivacySettings({ body }),
    scope: { id: 'privacy' },
    onMutate: (change) => {
      const shown = client.getQueryData<PrivacySettings>(key);
      if (isLastMutation()) held.current = shown;
      if (shown) client.setQueryData(key, applyChange(shown, change));
    },
    onSuccess: (saved) => {
      held.current = saved;
      invalidatePeople();
    },
    onError: options.onError,
    onSettled: () => {
      if (!isLastMutation()) return;
      if (held.current) client.setQueryData(key, held.current);
      else void client.invalidateQueries({ queryKey: key });
    },
  });
}

export function useUnblock(options: { onError(error: Error): void }) {
  const invalidatePeople = useInvalidatePeople();
  return useMutation({
    mutationFn: (id: string) => api.unblockProfile({ params: { id } }),
    onSuccess: invalidatePeople,
    onError: options.onError,
  });
}
