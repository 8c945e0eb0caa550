import { creatorPriceRange } from './split.ts';

export const deliveryEstimates = ['today', 'tomorrow', '2-3days', 'week'] as const;

/** How far ahead a private show is agreed, in milliseconds. */
export const requestedShowAheadMs = { least: 10 * 60_000, most: 30 * 24 * 3_600_000 } as const;

/** Days after a delivery within which the requester may dispute it. */
export const disputeDays = 7;

export const offeredPriceRange = creatorPriceRange;
