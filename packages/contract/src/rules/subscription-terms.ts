/** Terms a fan can choose, in months of 30 days. */
export const termMonths = [1, 3, 6, 12] as const;
export type TermMonths = (typeof termMonths)[number];
/** Terms that may cost less a month. */
export const longTerms = [3, 6, 12] as const;
export type LongTerm = (typeof longTerms)[number];
export const termPercent = { min: 1, max: 50 } as const;

export const offerKinds = ['trial', 'percent'] as const;
/** For people who never subscribed to the creator, or for everyone without a running subscription. */
export const offerAudiences = ['new', 'anyone'] as const;
export const offerCode = /^[A-Z0-9]{3,20}$/;
export const trialDays = { min: 3, max: 30 } as const;
export const offerPercent = { min: 5, max: 80 } as const;
export const offerUses = { min: 1, max: 10_000 } as const;
/** Why an offer cannot be used by this person now. */
export const offerRefusals = [
  ...(['unknown', 'ended', 'used_up', 'not_for_you', 'once', 'unconfirmed', 'device'] as const),
  'other_tier',
] as const;
export type OfferRefusal = (typeof offerRefusals)[number];

/** Price of a month within a term, rounded down to the cent. */
export const monthCents = (priceCents: number, percentOff: number): number =>
  Math.floor((priceCents * (100 - percentOff)) / 100);

/** Price of a whole term. */
export const termCents = (priceCents: number, { months, percentOff }: { months: number; percentOff: number }): number =>
  months * monthCents(priceCents, percentOff);

/** First payment with a code, rounded down to the cent. */
export const firstCents = (cents: number, percentOff: number): number => monthCents(cents, percentOff);
