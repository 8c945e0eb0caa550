/** Cents a spent credit is worth to a creator: R599 / 1400, rounded down. */
export const creditValueCents = 42;
/** Days after which uncovered earnings from promotional credits return to the platform. */
export const heldEarningsDays = 90;
