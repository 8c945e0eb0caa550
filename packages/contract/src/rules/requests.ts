import { creatorPriceRange } from './split.ts';

export const deliveryEstimates = ['today', 'tomorrow', '2-3days', 'week'] as const;

/** Content types that can be requested: only what can be delivered, since money is held for it. */
export const deliverableTypes: readonly string[] = ['photo', 'video'];

/** Days after a delivery within which the requester may dispute it. */
export const disputeDays = 7;

export const offeredPriceRange = creatorPriceRange;
