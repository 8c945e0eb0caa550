/** Cents a spent credit is worth to a creator: R599 / 1400, rounded down. */
export const creditValueCents = 42;
/** Days after which what promotional credits paid, and nothing covers by then, is the platform's. */
export const heldEarningsDays = 90;
