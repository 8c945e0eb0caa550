import type { MatchFactor } from './matching.ts';

/** Earned share of each factor, 0 to 1. */
export type FactorShares = Readonly<Record<MatchFactor, number>>;
export type FactorWeights = Readonly<Record<MatchFactor, number>>;

/** Maximum points of each factor, of a hundred; all-zero weights count equally. */
export function toWeightShares(weights: FactorWeights): FactorWeights {
  const { location, interests, lifestyle, activity } = weights;
  const sum = location + interests + lifestyle + activity;
  if (sum === 0) return { location: 25, interests: 25, lifestyle: 25, activity: 25 };
  return {
    location: (location / sum) * 100,
    interests: (interests / sum) * 100,
    lifestyle: (lifestyle / sum) * 100,
    activity: (activity / sum) * 100,
  };
}

/** 1 at no distance, falling linearly to 0.2 at the member's maximum. Both in whole kilometres. */
export const locationShare = (distance: number, maxDistance: number): number =>
  distance > maxDistance ? 0 : 1 - 0.8 * ((distance - 2) / Math.max(1, maxDistance - 2));

/**
 * Share of wanted things the other person has: `shared` of `wanted`. Without any wanted things everyone gets half, and a person
 * without data counts as a small share.
 */
export function overlapShare(wanted: number, offered: number, shared: number): number {
  if (wanted === 0) return 0.5;
  if (offered === 0) return 0.15;
  return shared === 0 ? 0 : 0.4 + 0.6 * (shared / wanted);
}

/** Lifestyle and relationship goals, three parts to two. */
export const lifestyleShare = (lifestyle: number, goals: number): number => 0.6 * lifestyle + 0.4 * goals;

/** By time band of the last visit, from `now` to `earlier`. */
export const activityShares = { now: 1, hour: 0.9, today: 0.75, week: 0.4, earlier: 0.1 } as const;

/** Points of a hundred: the sum of each factor's share of its weight, rounded. */
export function compatibilityScore(shares: FactorShares, weights: FactorWeights): number {
  const most = toWeightShares(weights);
  const sum =
    shares.location * most.location +
    shares.interests * most.interests +
    shares.lifestyle * most.lifestyle +
    shares.activity * most.activity;
  return Math.round(Math.min(100, Math.max(0, sum)));
}
