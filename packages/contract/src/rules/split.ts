/** Minimum price in credits of anything that pays a creator, so that the platform's share never rounds to nothing. */
export const minCreatorPrice = 5;
/** Price range of a creator's item, in credits. */
export const creatorPriceRange = { min: minCreatorPrice, max: 10_000 } as const;

/**
 * Splits a price in whole units: the creator's share is rounded to the nearest unit, half upwards, and the platform gets
 * the rest. `percent` is the creator's dated share.
 */
export function splitPrice(price: number, percent: number): { creator: number; platform: number } {
  const creator = Math.floor((price * percent + 50) / 100);
  return { creator, platform: price - creator };
}

/** Whether the creator's share of a price had to be rounded. */
export const isSplitRounded = (price: number, percent: number): boolean => (price * percent) % 100 !== 0;
