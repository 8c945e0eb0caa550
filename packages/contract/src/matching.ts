import * as z from 'zod/mini';
import { interestCategories } from './constants.ts';
import { lastActiveBands, personCard } from './discovery-people.ts';
import { operation } from './operation.ts';
import {
  lifestyles,
  matchAges,
  matchDistances,
  matchFactors,
  matchWeights,
  relationshipGoals,
} from './rules/matching.ts';
import { isoDate } from './schemas.ts';

export {
  analysingMs,
  lifestyles,
  type MatchFactor,
  matchAges,
  matchDistances,
  matchFactors,
  matchWeights,
  relationshipGoals,
  scoreBandOf,
} from './rules/matching.ts';

const matchAge = z.int().check(z.gte(matchAges.min), z.lte(matchAges.max));
const weight = z
  .int()
  .check(z.gte(matchWeights.min), z.lte(matchWeights.max), z.multipleOf(matchWeights.step, 'Use steps of 5'));

export const matchPreferences = z.strictObject({
  /** False excludes the member from matching in both directions. */
  enabled: z.boolean(),
  ageRange: z.strictObject({ min: matchAge, max: matchAge }),
  /** Whole kilometres. */
  maxDistance: z.int().check(z.gte(matchDistances.min), z.lte(matchDistances.max)),
  interests: z.array(z.enum(interestCategories)),
  lifestyle: z.array(z.enum(lifestyles)),
  relationshipGoals: z.array(z.enum(relationshipGoals)),
  priorityFactors: z.strictObject({ location: weight, interests: weight, lifestyle: weight, activity: weight }),
});
export type MatchPreferences = z.output<typeof matchPreferences>;

/** Part of a score's explanation: the member's weight of a factor and how much of it was earned. */
export const matchFactorPart = z.object({
  factor: z.enum(matchFactors),
  /** Weight in per cent of the total. */
  weight: z.int(),
  /** Points this factor contributed. */
  points: z.int(),
});

/** What two people have in common, in values of the other profile. */
export const matchReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('location'), distance: z.int() }),
  z.object({ kind: z.literal('interests'), shared: z.array(z.enum(interestCategories)) }),
  z.object({ kind: z.literal('lifestyle'), shared: z.array(z.enum(lifestyles)) }),
  z.object({ kind: z.literal('goals'), shared: z.array(z.enum(relationshipGoals)) }),
  z.object({ kind: z.literal('activity'), lastActive: z.enum(lastActiveBands) }),
]);
export type MatchReason = z.output<typeof matchReason>;

export const match = z.object({
  person: personCard,
  bio: z.string(),
  interests: z.array(z.enum(interestCategories)),
  lifestyle: z.array(z.enum(lifestyles)),
  relationshipGoals: z.array(z.enum(relationshipGoals)),
  /** 0 to 100. */
  compatibilityScore: z.int(),
  /** Most significant first; the client turns them into text. */
  matchReasons: z.array(matchReason),
  /** Per cent of messages answered within a day; null before there are enough. */
  responseRate: z.nullable(z.int()),
  factors: z.array(matchFactorPart),
});
export type Match = z.output<typeof match>;

export const matchingOperations = {
  matchPreferences: operation({
    method: 'GET',
    path: '/api/matching/preferences',
    summary: "The caller's match preferences and weights",
    access: 'adult',
    response: matchPreferences,
    errors: ['NOT_FOUND'],
  }),
  setMatchPreferences: operation({
    method: 'PUT',
    path: '/api/matching/preferences',
    summary: 'Change match preferences; matches are recomputed',
    access: 'adult',
    rate: 'write',
    body: matchPreferences,
    response: matchPreferences,
    errors: ['CONSENT_REQUIRED', 'VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  matches: operation({
    method: 'GET',
    path: '/api/matching/matches',
    summary: 'The stored matches, best first',
    access: 'adult',
    rate: 'search',
    response: z.object({
      /** True while matches are being computed. */
      analysing: z.boolean(),
      computedAt: z.nullable(z.string()),
      /** Number of people considered. */
      considered: z.int(),
      items: z.array(match),
    }),
    errors: ['NOT_FOUND'],
  }),
  matchAnalytics: operation({
    method: 'GET',
    path: '/api/matching/analytics',
    summary: 'Statistics of the matches',
    access: 'adult',
    response: z.object({
      total: z.int(),
      averageScore: z.nullable(z.int()),
      bands: z.object({ green: z.int(), yellow: z.int(), orange: z.int(), red: z.int() }),
      /** Mean earned share of each factor's weight, in per cent. */
      factors: z.array(z.object({ factor: z.enum(matchFactors), average: z.int() })),
      topInterests: z.array(z.object({ interest: z.enum(interestCategories), matches: z.int() })),
      flamesSent: z.int(),
      flamesReceived: z.int(),
      mutual: z.int(),
      /** The last fourteen Johannesburg days. */
      days: z.array(z.object({ date: isoDate, sent: z.int(), received: z.int() })),
    }),
    errors: ['NOT_FOUND'],
  }),
};
