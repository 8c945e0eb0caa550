import * as z from 'zod/mini';
import { cities, interestCategories, provinceCodes } from './constants.ts';
import { personCard } from './discovery-people.ts';
import { operation } from './operation.ts';
import { heatMapWindows, interestKinds, moodPresets, trendingTopics } from './rules/discovery.ts';
import { heatLevels } from './rules/heat.ts';
import { cursorQuery, id, idParams, page, queryInteger, requiredText, timestamp } from './schemas.ts';

export {
  heatMapWindows,
  type InterestKind,
  interestFeedLength,
  interestKinds,
  kindOfInterest,
  moodPresets,
  trendingTopics,
  widgetPollIntervalMs,
} from './rules/discovery.ts';

/** Limits per person and Johannesburg day. */
export const interestPostsPerDay = 10;
export const moodsPerDay = 20;

/** A count as shown to others: null below ten. */
const shownCount = z.nullable(z.int());

export const interestPost = z.object({
  id,
  person: personCard,
  category: z.enum(interestCategories),
  kind: z.enum(['hookups', 'photos', 'chat', 'secret']),
  text: z.string(),
  likeCount: z.int(),
  liked: z.boolean(),
  isOwn: z.boolean(),
  createdAt: timestamp,
});
export type InterestPost = z.output<typeof interestPost>;

export const moodPost = z.object({
  id,
  person: personCard,
  /** The mood's text, a preset or the member's own. */
  mood: z.string(),
  preset: z.nullable(z.enum(moodPresets)),
  likeCount: z.int(),
  liked: z.boolean(),
  isOwn: z.boolean(),
  createdAt: timestamp,
});
export type MoodPost = z.output<typeof moodPost>;

export const heatMapRow = z.object({
  city: z.enum(cities),
  province: z.enum(provinceCodes),
  rank: z.int(),
  activeUsers: shownCount,
  heatLevel: z.enum(heatLevels),
  /** Change in whole per cent from the previous window; null when either count may not be shown. */
  growth: z.nullable(z.int()),
  topInterests: z.array(z.enum(interestCategories)).check(z.maxLength(3)),
});
export type HeatMapRow = z.output<typeof heatMapRow>;

const likeAnswer = z.object({ liked: z.boolean(), likeCount: z.int() });

export const activityOperations = {
  interests: operation({
    method: 'GET',
    path: '/api/discovery/interests',
    summary:
      'The eight categories with how many people posted or liked something of each in the last day, and how many more than an hour ago',
    access: 'public',
    response: z.array(
      z.object({
        category: z.enum(interestCategories),
        count: shownCount,
        /** Change from an hour ago; null when either count may not be shown. */
        change: z.nullable(z.int()),
        heat: z.enum(heatLevels),
      }),
    ),
  }),
  interestPosts: operation({
    method: 'GET',
    path: '/api/discovery/interest-posts',
    summary: 'Interest posts, newest first, with counts per kind',
    access: 'adult',
    query: z.strictObject({
      kind: z.optional(z.enum(interestKinds)),
      category: z.optional(z.enum(interestCategories)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(queryInteger(1, 50)),
    }),
    response: z.object({ ...page(interestPost).shape, counts: z.record(z.enum(interestKinds), z.int()) }),
  }),
  postInterest: operation({
    method: 'POST',
    path: '/api/discovery/interest-posts',
    summary: 'Post an interest; it stays for a day',
    access: 'adult',
    sharedText: ['text'],
    rate: 'write',
    body: z.strictObject({
      category: z.enum(interestCategories),
      text: requiredText(3, 280, 'Write a few words first', 'Please keep it under 280 characters'),
    }),
    response: interestPost,
    status: 201,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED', 'CONFLICT', 'NOT_FOUND'],
  }),
  deleteInterestPost: operation({
    method: 'DELETE',
    path: '/api/discovery/interest-posts/{id}',
    summary: "Delete one of the caller's posts",
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  likeInterestPost: operation({
    method: 'POST',
    path: '/api/discovery/interest-posts/{id}/like',
    summary: 'Toggle a like',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: likeAnswer,
    errors: ['CONFLICT', 'NOT_FOUND'],
  }),
  trending: operation({
    method: 'GET',
    path: '/api/discovery/trending',
    summary: 'People who posted or liked something of four topics today, highest count first',
    access: 'public',
    response: z.array(z.object({ topic: z.enum(trendingTopics), count: shownCount })),
  }),
  moods: operation({
    method: 'GET',
    path: '/api/discovery/moods',
    summary: 'Moods of the last day, one per person, newest first',
    access: 'adult',
    query: cursorQuery,
    response: page(moodPost),
  }),
  shareMood: operation({
    method: 'POST',
    path: '/api/discovery/moods',
    summary: 'Share a mood; it replaces the previous one',
    access: 'adult',
    sharedText: ['text'],
    rate: 'write',
    /** A preset or the member's own text. */
    body: z
      .strictObject({
        preset: z.optional(z.enum(moodPresets)),
        text: z.optional(requiredText(1, 60, 'Write your mood first', 'Please keep it under 60 characters')),
      })
      .check(
        z.refine((mood) => (mood.preset === undefined) !== (mood.text === undefined), {
          error: 'Choose a mood or write one',
          path: ['text'],
        }),
      ),
    response: moodPost,
    status: 201,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED', 'CONFLICT', 'NOT_FOUND'],
  }),
  deleteMood: operation({
    method: 'DELETE',
    path: '/api/discovery/moods/{id}',
    summary: "Delete the caller's mood",
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  likeMood: operation({
    method: 'POST',
    path: '/api/discovery/moods/{id}/like',
    summary: 'Toggle a like',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: likeAnswer,
    errors: ['CONFLICT', 'NOT_FOUND'],
  }),
  heatMap: operation({
    method: 'GET',
    path: '/api/discovery/heat-map',
    summary: 'Counted activity by city in one of four windows',
    access: 'public',
    query: z.strictObject({ window: z.optional(z.enum(heatMapWindows)) }),
    response: z.object({
      rows: z.array(heatMapRow),
      nationalTotal: shownCount,
      blazingCities: z.int(),
      averageGrowth: z.nullable(z.int()),
      updatedAt: timestamp,
    }),
  }),
};
