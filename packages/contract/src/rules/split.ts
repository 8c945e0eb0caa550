/** What a creator keeps of a sale, in percent, until a dated row of the server's configuration says otherwise. */
export const creatorPercent = 80;

/** Divides a price in whole units: the platform's part is rounded down, the creator gets all the rest. */
export function splitPrice(price: number, percent: number = creatorPercent): { creator: number; platform: number } {
  const platform = Math.floor((price * (100 - percent)) / 100);
  return { creator: price - platform, platform };
}
