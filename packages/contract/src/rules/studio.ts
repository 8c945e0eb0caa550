/** Items a creator may put first on their page. */
export const maxPins = 3;

/** Lists of the studio. `all` has neither the archive nor what was taken down. */
export const studioLists = ['all', 'published', 'scheduled', 'drafts', 'review', 'archived', 'removed'] as const;
export type StudioList = (typeof studioLists)[number];

export const studioSorts = ['newest', 'oldest', 'views', 'likes'] as const;
export type StudioSort = (typeof studioSorts)[number];

/**
 * `processing`: a file of a draft is not ready. `ended`: a draft whose last day passed. `flagged`: a moderator decides.
 * `removed`: taken down for good.
 */
export const studioStates = [
  ...(['draft', 'processing', 'scheduled', 'review', 'published'] as const),
  ...(['ended', 'archived', 'flagged', 'removed'] as const),
] as const;
export type StudioState = (typeof studioStates)[number];

/** Who may open an item. What is for sale opens for subscribers too. */
export const studioAudiences = ['free', 'subscribers', 'both'] as const;
export type StudioAudience = (typeof studioAudiences)[number];
