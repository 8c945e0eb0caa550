/** Credits that whatever pays a creator costs at least, so that the platform's part never rounds to nothing. */
export const leastCreatorPrice = 5;
/** What creators may ask for one thing, in credits. */
export const creatorPriceRange = { min: leastCreatorPrice, max: 10_000 } as const;

/**
 * Divides a price in whole units: the creator's part is rounded to the nearest one, half upwards, the platform gets the
 * rest. `percent` is the creator's, of the server's dated shares.
 */
export function splitPrice(price: number, percent: number): { creator: number; platform: number } {
  const creator = Math.floor((price * percent + 50) / 100);
  return { creator, platform: price - creator };
}

/** Whether a creator's part of a price is not exactly their percentage of it. */
export const isSplitRounded = (price: number, percent: number): boolean => (price * percent) % 100 !== 0;
