import { creatorPriceRange } from './split.ts';

export const deliveryEstimates = ['today', 'tomorrow', '2-3days', 'week'] as const;

/** What can be delivered today: nothing else is asked for, because no money is held for what cannot come. */
export const deliverableTypes: readonly string[] = ['photo', 'video'];

/** How long after a delivery the requester may dispute it. */
export const disputeDays = 7;

export const offeredPriceRange = creatorPriceRange;
