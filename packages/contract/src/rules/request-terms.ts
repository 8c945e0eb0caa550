/** Who may send a creator a request: Diamond members, or the creator's subscribers too. */
export const requestAudiences = ['diamond', 'subscribers'] as const;
export type RequestAudience = (typeof requestAudiences)[number];

/** Offers a creator keeps on the menu. */
export const requestMenuSize = 12;
/** Characters of an offer. */
export const requestOfferText = { title: 100, delivers: 300 } as const;
/** Days in which an offer is delivered. */
export const requestOfferDays = { min: 1, max: 30 } as const;
