import { creatorCategories } from '@vlam/contract/constants';
import { creatorPriceBands } from '@vlam/contract/rules/creators';
import type { Search } from '../../lib/paths.ts';

export type PriceBand = keyof typeof creatorPriceBands;
export const priceBands = Object.keys(creatorPriceBands) as PriceBand[];

/** What the list of creators shows; lives in the URL's query, so that Back and shared links keep it. */
export interface CreatorFilter {
  q: string;
  category: (typeof creatorCategories)[number] | undefined;
  price: PriceBand | undefined;
  online: boolean;
  new: boolean;
  following: boolean;
}

export const noFilter: CreatorFilter = {
  q: '',
  category: undefined,
  price: undefined,
  online: false,
  new: false,
  following: false,
};

/** The filter of a URL's query; unknown values are ignored. */
export function readFilter(params: URLSearchParams): CreatorFilter {
  const read = (name: string) => params.get(name);
  return {
    q: (read('q') ?? '').trim().slice(0, 64),
    category: creatorCategories.find((each) => each === read('category')),
    price: priceBands.find((each) => each === read('price')),
    online: read('online') === 'yes',
    new: read('new') === 'yes',
    following: read('following') === 'yes',
  };
}

const yes = (on: boolean) => (on ? 'yes' : undefined);

/** The URL's query of a filter. */
export const toSearch = ({ q, category, price, ...switches }: CreatorFilter): Search => ({
  q: q || undefined,
  category,
  price,
  online: yes(switches.online),
  new: yes(switches.new),
  following: yes(switches.following),
});

export const isFiltered = (filter: CreatorFilter): boolean =>
  Object.values(toSearch(filter)).some((value) => value !== undefined);
