/** Tiers of a creator, in order of price. A higher one opens all that a lower one opens. */
export const tierNumbers = [1, 2, 3] as const;
export type TierNumber = (typeof tierNumbers)[number];
export const firstTier: TierNumber = 1;
export const tierLimits = { nameLength: 30, opensLength: 200 } as const;
