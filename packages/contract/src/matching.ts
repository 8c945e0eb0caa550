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
  /** False takes the member out of matching, both ways. */
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

/** Why a score is what it is: the member's own weight and how much of it was earned. */
export const matchFactorPart = z.object({
  factor: z.enum(matchFactors),
  /** Share of the whole in per cent, from the member's weights. */
  weight: z.int(),
  /** Points of the score that this factor gave. */
  points: z.int(),
});

/** What two people share, by the other's own words. */
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
  /** Most telling first; the reader's language makes words of them. */
  matchReasons: z.array(matchReason),
  /** Per cent of messages answered within a day; null until there are enough. */
  responseRate: z.nullable(z.int()),
  factors: z.array(matchFactorPart),
});
export type Match = z.output<typeof match>;

export const matchingOperations = {
  matchPreferences: operation({
    method: 'GET',
    path: '/api/matching/preferences',
    summary: 'Whom the caller wishes to meet, and what weighs how much',
    access: 'adult',
    response: matchPreferences,
    errors: ['NOT_FOUND'],
  }),
  setMatchPreferences: operation({
    method: 'PUT',
    path: '/api/matching/preferences',
    summary: 'Change the wishes; matches are computed again',
    access: 'adult',
    rate: 'write',
    body: matchPreferences,
    response: matchPreferences,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  matches: operation({
    method: 'GET',
    path: '/api/matching/matches',
    summary: 'The stored matches, best first',
    access: 'adult',
    rate: 'search',
    response: z.object({
      /** While they are being computed for the first time or again. */
      analysing: z.boolean(),
      computedAt: z.nullable(z.string()),
      /** How many people were looked at. */
      considered: z.int(),
      items: z.array(match),
    }),
    errors: ['NOT_FOUND'],
  }),
  matchAnalytics: operation({
    method: 'GET',
    path: '/api/matching/analytics',
    summary: 'How the matches are made up',
    access: 'adult',
    response: z.object({
      total: z.int(),
      averageScore: z.nullable(z.int()),
      bands: z.object({ green: z.int(), yellow: z.int(), orange: z.int(), red: z.int() }),
      /** Mean share of its weight that each factor gave, in per cent. */
      factors: z.array(z.object({ factor: z.enum(matchFactors), average: z.int() })),
      topInterests: z.array(z.object({ interest: z.enum(interestCategories), matches: z.int() })),
      flamesSent: z.int(),
      flamesReceived: z.int(),
      mutual: z.int(),
      /** The last fourteen days by the Johannesburg calendar. */
      days: z.array(z.object({ date: isoDate, sent: z.int(), received: z.int() })),
    }),
    errors: ['NOT_FOUND'],
  }),
};
