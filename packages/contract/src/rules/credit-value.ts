/** Cents a spent credit is worth to a creator: R599 / 1400, rounded down. */
export const creditValueCents = 42;
