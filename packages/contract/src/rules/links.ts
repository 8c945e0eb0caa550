/** How many labels a creator may have, how long one may be, and for how many days its visits are kept. */
export const linkLimits = { labels: 10, length: 24, days: 90 } as const;

/** Letters, digits and single hyphens between them, because it stands in an address. */
export const isLinkLabel = (text: string): boolean => /^[a-z0-9-]+$/.test(text) && !/^-|-$|--/.test(text);
