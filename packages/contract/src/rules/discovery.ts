import type { interestCategories } from '../constants.ts';

// Constants of discovery that screens need, apart from the schemas, which would come with them.

export const searchRadii = [5, 10, 25, 50] as const;
/** The slider of Available Right Now, in kilometres. */
export const availableDistance = { min: 1, max: 50, initial: 10, expanded: 25 } as const;
export const availableAtMost = 12;
export const ageRanges = ['all', '18-25', '26-35', '36-45', '46+'] as const;
export type AgeRange = (typeof ageRanges)[number];
/** How long "available now" lasts, and how long a flame can be taken back. */
export const availableForMs = 2 * 60 * 60_000;
export const flameUndoMs = 10_000;

/** Chips of Live Social Activity. */
export const interestKinds = ['all', 'hookups', 'photos', 'chat', 'secret'] as const;
export type InterestKind = (typeof interestKinds)[number];
/** The chip under which a category's posts stand. */
export const kindOfInterest = {
  Hookups: 'hookups',
  'Photo Exchange': 'photos',
  'Flirty Chat': 'chat',
  'Casual Dating': 'hookups',
  'Live Shows': 'photos',
  'Secret Meetings': 'secret',
  Threesome: 'hookups',
  Sexting: 'chat',
} as const satisfies Record<(typeof interestCategories)[number], Exclude<InterestKind, 'all'>>;

export const trendingTopics = ['Hookups tonight', 'Photo exchange', 'Flirty chat', 'Secret affairs'] as const;

/** The twelve moods of the dialog. */
export const moodPresets = [
  'Flirty',
  'Curious',
  'Playful',
  'Daring',
  'Tender',
  'Romantic',
  'Adventurous',
  'Relaxed',
  'Lonely',
  'Dreamy',
  'Chatty',
  'Mischievous',
] as const;

/** Items of the feed at first sight. */
export const interestFeedLength = 10;
export const heatMapWindows = ['live', '1h', '24h', '7d'] as const;
/** How often a widget asks when no socket is there, in milliseconds, as the specification says. */
export const refreshEveryMs = { feed: 10_000, available: 15_000, heatMap: 30_000, interests: 30_000 } as const;
