import { infiniteQueryOptions } from '@tanstack/react-query';
import { creatorPriceBands } from '@vlam/contract/rules/creators';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import type { CreatorFilter } from './filter.ts';

export type ListedCreator = Answer<'listCreators'>['items'][number];
type Query = NonNullable<NonNullable<Parameters<typeof api.listCreators>[0]>['query']>;

const pageLength = '12';

/** Query of the first page. */
export function toQuery({ q, category, price, ...switches }: CreatorFilter): Query {
  const bounds: { minPrice?: number; maxPrice?: number } = price ? creatorPriceBands[price] : {};
  return {
    ...(q ? { q } : {}),
    ...(category ? { category } : {}),
    ...(bounds.minPrice === undefined ? {} : { minPrice: String(bounds.minPrice) }),
    ...(bounds.maxPrice === undefined ? {} : { maxPrice: String(bounds.maxPrice) }),
    ...(switches.online ? { online: 'yes' as const } : {}),
    ...(switches.new ? { new: 'yes' as const, sort: 'newest' as const } : {}),
    ...(switches.following ? { following: 'yes' as const } : {}),
    limit: pageLength,
  };
}

/** Creators that match the filter, in pages. */
export const creatorsQuery = (filter: CreatorFilter) => {
  const query = toQuery(filter);
  return infiniteQueryOptions({
    queryKey: keyOf('listCreators', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listCreators({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listCreators'>) => last.nextCursor,
    placeholderData: (previous) => previous,
  });
};
