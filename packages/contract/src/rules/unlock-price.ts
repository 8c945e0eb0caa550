import { creatorPriceRange } from './split.ts';

/** Prices in credits that unlocking one item may cost; 0 means it is not sold singly. */
export const unlockPriceRange = creatorPriceRange;
