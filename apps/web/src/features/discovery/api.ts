import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InterestCategory, relationshipStatuses } from '@vlam/contract/constants';
import type { PersonCard } from '@vlam/contract/discovery-people';
import type { heatMapWindows, InterestKind, moodPresets } from '@vlam/contract/rules/discovery';
import { availableDistance } from '@vlam/contract/rules/discovery';
import { type Answer, api, keyOf, queryOf } from '../../lib/api.ts';
import { createStore } from '../../lib/store.ts';
import { keepPositions } from './keep-positions.ts';

export type HeatWindow = (typeof heatMapWindows)[number];
export type HeatMapAnswer = Answer<'heatMap'>;
export type MoodPreset = (typeof moodPresets)[number];

export interface AvailableFilter {
  /** In kilometres. */
  maxDistance: number;
  relationship: 'all' | (typeof relationshipStatuses)[number];
}
export const initialFilter: AvailableFilter = { maxDistance: availableDistance.initial, relationship: 'all' };
/** Kept while the app is open, so that Back shows the same people. */
export const availableFilter = createStore(initialFilter);

/** People available now; without a filter its key is the one under which the page embeds the first response. */
export const availableQuery = ({ maxDistance, relationship }: AvailableFilter) => ({
  ...(maxDistance === initialFilter.maxDistance && relationship === 'all'
    ? queryOf('available')
    : queryOf('available', { query: { maxDistance: String(maxDistance), relationship } })),
  structuralSharing: (before: unknown, now: unknown) =>
    before ? keepPositions(before as PersonCard[], now as PersonCard[]) : now,
});

export const availabilityQuery = queryOf('ownAvailability');
export const locationQuery = queryOf('ownLocation');
export const interestsQuery = queryOf('interests');
export const trendingQuery = queryOf('trending');
export const heatMapQuery = (window: HeatWindow) =>
  window === 'live' ? queryOf('heatMap') : queryOf('heatMap', { query: { window } });

/** Shows the member as available for two hours, or stops that. */
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
/** Filter of the feed; a tile of the mosaic sets the category. */
export const feedFilter = createStore<FeedFilter>({ kind: 'all', category: null });

export type PostPage = Answer<'interestPosts'>;
export const pageLength = 10;

const feedInput = ({ kind, category }: FeedFilter, cursor = '') => ({
  limit: String(pageLength),
  ...(kind === 'all' ? {} : { kind }),
  ...(category ? { category } : {}),
  ...(cursor ? { cursor } : {}),
});

/** Interest posts, ten per page. */
export const postsQuery = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('interestPosts'), filter] as const,
    queryFn: ({ pageParam, signal }) => api.interestPosts({ query: feedInput(filter, pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: (last: PostPage) => last.nextCursor,
  });

/** The newest posts, compared with those on the screen. */
export const newestPosts = (filter: FeedFilter, signal?: AbortSignal) =>
  api.interestPosts({ query: feedInput(filter), ...(signal ? { signal } : {}) });

export const moodsQuery = queryOf('moods', { query: { limit: '3' } });

/** After an own post or mood: refetches the lists that show it. */
export const refetchPosts = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: keyOf('interestPosts') }),
    client.invalidateQueries({ queryKey: keyOf('interests') }),
    client.invalidateQueries({ queryKey: keyOf('trending') }),
  ]);
