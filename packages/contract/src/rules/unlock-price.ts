/** Prices in credits that unlocking one item may cost; 0 means it is not sold singly. */
export const unlockPriceRange = { min: 0, max: 10_000 } as const;
