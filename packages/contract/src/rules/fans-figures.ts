/** How a member came to a creator's page. `link`: an address that was shared; `direct`: one that was typed or kept. */
export const visitSources = ['discovery', 'search', 'link', 'feed', 'direct'] as const;
export type VisitSource = (typeof visitSources)[number];

/** Where a fan came from; `code`: with a trial or a code of the creator. */
export const fanSources = [...visitSources, 'code'] as const;
export type FanSource = (typeof fanSources)[number];

/** Days of a choice. */
export const figurePeriods = { week: 7, month: 30, quarter: 90, year: 365 } as const;
export type FigurePeriod = keyof typeof figurePeriods;

/** Fewer people than this are no figure by hour or source, so that none of them can be recognised. */
export const fewestPeople = 5;
