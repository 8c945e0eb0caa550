import type { interestCategories } from '../constants.ts';

// Constants that screens need; separate from the schemas to keep those out of their chunks.

export const searchRadii = [5, 10, 25, 50] as const;
/** Distance slider of Available Right Now, in kilometres. */
export const availableDistance = { min: 1, max: 50, initial: 10, expanded: 25 } as const;
export const maxAvailableShown = 12;
export const ageRanges = ['all', '18-25', '26-35', '36-45', '46+'] as const;
export type AgeRange = (typeof ageRanges)[number];
/** How long availability lasts, and how long a flame can be taken back. */
export const availableForMs = 2 * 60 * 60_000;
export const flameUndoMs = 10_000;

/** Kinds of posts in Live Social Activity. */
export const interestKinds = ['all', 'hookups', 'photos', 'chat', 'secret'] as const;
export type InterestKind = (typeof interestKinds)[number];
/** The kind of a category's posts. */
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

/** The twelve mood presets. */
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

/** Items of the feed before scrolling. */
export const interestFeedLength = 10;
export const heatMapWindows = ['live', '1h', '24h', '7d'] as const;
/** Polling interval of a widget without a socket, in milliseconds. */
export const widgetPollIntervalMs = { feed: 10_000, available: 15_000, heatMap: 30_000, interests: 30_000 } as const;
