import { creatorPriceRange } from './split.ts';

/** Price range in credits of unlocking one item; 0 means it is not sold singly. */
export const unlockPriceRange = creatorPriceRange;
