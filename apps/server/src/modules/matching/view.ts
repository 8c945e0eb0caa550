import type { PersonCard } from '@vlam/contract/discovery-people';
import { type Match, type MatchReason, matchFactors } from '@vlam/contract/matching';
import { type FactorWeights, toWeightShares } from '@vlam/contract/rules/compatibility';
import { goalMask, interestMask, lifestyleMask } from './masks.ts';
import type { Ranked } from './rank.ts';
import type { PreferencesRow } from './store.ts';

const maxReasons = 4;

/** Stated interests, lifestyle and goals of a seeker and a match, as masks. */
export type StatedPreferences = Pick<PreferencesRow, 'interests' | 'lifestyle' | 'goals'>;

/** The score of a match. */
export type Scored = Omit<Ranked, 'distance'> & { distance: number | null };

/** Reasons of a match, strongest first: only what the other person's profile shows anyway. */
function reasonsOf(
  own: StatedPreferences,
  theirs: StatedPreferences,
  person: PersonCard,
  distance: number | null,
): MatchReason[] {
  const interests = interestMask.decode(own.interests & theirs.interests);
  const lifestyle = lifestyleMask.decode(own.lifestyle & theirs.lifestyle);
  const goals = goalMask.decode(own.goals & theirs.goals);
  const reasons: MatchReason[] = [];
  if (interests.length > 0) reasons.push({ kind: 'interests', shared: interests });
  if (goals.length > 0) reasons.push({ kind: 'goals', shared: goals });
  if (lifestyle.length > 0) reasons.push({ kind: 'lifestyle', shared: lifestyle });
  if (distance !== null) reasons.push({ kind: 'location', distance });
  if (person.lastActive !== 'earlier') reasons.push({ kind: 'activity', lastActive: person.lastActive });
  return reasons.slice(0, maxReasons);
}

/** A match as its member sees it; points are whole and their sum is the score. */
export function toMatchView(
  row: Scored,
  about: {
    person: PersonCard;
    bio: string;
    own: StatedPreferences;
    theirs: StatedPreferences;
    weights: FactorWeights;
    responseRate: number | null;
  },
): Match {
  const { person, bio, own, theirs } = about;
  const score = Math.round(row.score / 100);
  const weights = roundToTotal(
    100,
    matchFactors.map((factor) => toWeightShares(about.weights)[factor]),
  );
  const points = roundToTotal(
    score,
    matchFactors.map((factor) => row[factor] / 100),
  );
  return {
    person,
    bio,
    interests: interestMask.decode(theirs.interests),
    lifestyle: lifestyleMask.decode(theirs.lifestyle),
    relationshipGoals: goalMask.decode(theirs.goals),
    compatibilityScore: score,
    matchReasons: reasonsOf(own, theirs, person, row.distance),
    responseRate: about.responseRate,
    factors: matchFactors.map((factor, index) => ({
      factor,
      weight: weights[index] ?? 0,
      points: points[index] ?? 0,
    })),
  };
}

/** Whole numbers near `parts` that add up to `total`: the rest of rounding goes to the largest remainders. */
export function roundToTotal(total: number, parts: readonly number[]): number[] {
  const whole = parts.map(Math.floor);
  let left = total - whole.reduce((sum, part) => sum + part, 0);
  const byRemainder = parts.map((part, index) => ({ index, rest: part % 1 })).sort((a, b) => b.rest - a.rest);
  for (const { index } of byRemainder) {
    if (left <= 0) break;
    whole[index] = (whole[index] ?? 0) + 1;
    left--;
  }
  return whole;
}
