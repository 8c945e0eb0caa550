import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InterestCategory, relationshipStatuses } from '@vlam/contract/constants';
import type { PersonCard } from '@vlam/contract/discovery-people';
import type { heatMapWindows, InterestKind, moodPresets } from '@vlam/contract/rules/discovery';
import { availableDistance } from '@vlam/contract/rules/discovery';
import { type Answer, api, keyOf, queryOf } from '../../lib/api.ts';
import { createStore } from '../../lib/store.ts';
import { keepPlaces } from './keep-places.ts';

export type HeatWindow = (typeof heatMapWindows)[number];
export type HeatMapAnswer = Answer<'heatMap'>;
export type MoodPreset = (typeof moodPresets)[number];

export interface AvailableFilter {
  /** Kilometres. */
  maxDistance: number;
  relationship: 'all' | (typeof relationshipStatuses)[number];
}
export const initialFilter: AvailableFilter = { maxDistance: availableDistance.initial, relationship: 'all' };
/** Kept while the app is open, so that Back finds the same people. */
export const availableFilter = createStore(initialFilter);

/** People who are available now; without a filter the key under which the page brings the first answer. */
export const availableQuery = ({ maxDistance, relationship }: AvailableFilter) => ({
  ...(maxDistance === initialFilter.maxDistance && relationship === 'all'
    ? queryOf('available')
    : queryOf('available', { query: { maxDistance: String(maxDistance), relationship } })),
  structuralSharing: (before: unknown, now: unknown) =>
    before ? keepPlaces(before as PersonCard[], now as PersonCard[]) : now,
});

export const availabilityQuery = queryOf('ownAvailability');
export const locationQuery = queryOf('ownLocation');
export const interestsQuery = queryOf('interests');
export const trendingQuery = queryOf('trending');
export const heatMapQuery = (window: HeatWindow) =>
  window === 'live' ? queryOf('heatMap') : queryOf('heatMap', { query: { window } });

/** Shows oneself as available for two hours, or stops. */
export function useSetAvailability(options: { onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (available: boolean) => api.setAvailability({ body: { available } }),
    onSuccess: (state) => {
      client.setQueryData(availabilityQuery.queryKey, state);
      void client.invalidateQueries({ queryKey: keyOf('discoveryCounters') });
    },
    onError: options.onError,
  });
}

export interface FeedFilter {
  kind: InterestKind;
  category: InterestCategory | null;
}
/** What the feed shows; a tile of the mosaic sets the category. */
export const feedFilter = createStore<FeedFilter>({ kind: 'all', category: null });

export type PostPage = Answer<'interestPosts'>;
export const pageLength = 10;

const feedInput = ({ kind, category }: FeedFilter, cursor = '') => ({
  limit: String(pageLength),
  ...(kind === 'all' ? {} : { kind }),
  ...(category ? { category } : {}),
  ...(cursor ? { cursor } : {}),
});

/** What people posted, ten at a time. */
export const postsQuery = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('interestPosts'), filter] as const,
    queryFn: ({ pageParam, signal }) => api.interestPosts({ query: feedInput(filter, pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: (last: PostPage) => last.nextCursor,
  });

/** The newest posts as they are now, beside those on the screen. */
export const newestPosts = (filter: FeedFilter, signal?: AbortSignal) =>
  api.interestPosts({ query: feedInput(filter), ...(signal ? { signal } : {}) });

export const moodsQuery = queryOf('moods', { query: { limit: '3' } });

/** After an own post or mood: the lists that show it are refetched. */
export const rereadPosts = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: keyOf('interestPosts') }),
    client.invalidateQueries({ queryKey: keyOf('interests') }),
    client.invalidateQueries({ queryKey: keyOf('trending') }),
  ]);
