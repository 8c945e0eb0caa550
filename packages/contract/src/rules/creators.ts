/** A creator counts as new for this many days after joining. */
export const newCreatorDays = 30;

/** Price filters of the list of creators: bounds of the monthly price in rand, both included. */
export const creatorPriceBands = {
  'up-to-50': { maxPrice: 50 },
  '50-100': { minPrice: 50, maxPrice: 100 },
  '100-200': { minPrice: 100, maxPrice: 200 },
  'from-200': { minPrice: 200 },
} as const;
