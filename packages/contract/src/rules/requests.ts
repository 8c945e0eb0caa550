export const deliveryEstimates = ['today', 'tomorrow', '2-3days', 'week'] as const;

/** How long after a delivery the requester may dispute it. */
export const disputeDays = 7;

export const offeredPriceRange = { min: 1, max: 10_000 } as const;
