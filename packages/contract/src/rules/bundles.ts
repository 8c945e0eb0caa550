import { minCreatorPrice } from './split.ts';

export const bundleCategories = ['lingerie', 'beach', 'fitness', 'glamour', 'artistic'] as const;

/** Price filters of the marketplace; bounds in credits. */
export const bundlePriceBands = {
  'under-200': { min: minCreatorPrice, max: 199 },
  '200-300': { min: 200, max: 300 },
  'over-300': { min: 301, max: 10_000 },
} as const;

export const bundleAccessDays = 30;

export const bundleItemRange = { min: 2, max: 50 } as const;
