import type { MatchPreferences } from '@vlam/contract/matching';
import { goalMask, interestMask, lifestyleMask } from './masks.ts';
import type { PreferencesRow } from './store.ts';

/** Defaults until a member chooses: 25 to 35 years, 25 km, equal weights. */
export const defaultPreferences: MatchPreferences = {
  enabled: true,
  ageRange: { min: 25, max: 35 },
  maxDistance: 25,
  interests: [],
  lifestyle: [],
  relationshipGoals: [],
  priorityFactors: { location: 50, interests: 50, lifestyle: 50, activity: 50 },
};

export const toPreferences = (row: PreferencesRow): MatchPreferences => ({
  enabled: row.enabled,
  ageRange: { min: row.age_min, max: row.age_max },
  maxDistance: row.max_distance,
  interests: interestMask.words(row.interests),
  lifestyle: lifestyleMask.words(row.lifestyle),
  relationshipGoals: goalMask.words(row.goals),
  priorityFactors: {
    location: row.weight_location,
    interests: row.weight_interests,
    lifestyle: row.weight_lifestyle,
    activity: row.weight_activity,
  },
});

export const toPreferencesRow = (profileId: string, wishes: MatchPreferences, at: Date): PreferencesRow => ({
  profile_id: profileId,
  enabled: wishes.enabled,
  age_min: wishes.ageRange.min,
  age_max: wishes.ageRange.max,
  max_distance: wishes.maxDistance,
  interests: interestMask.of(wishes.interests),
  lifestyle: lifestyleMask.of(wishes.lifestyle),
  goals: goalMask.of(wishes.relationshipGoals),
  weight_location: wishes.priorityFactors.location,
  weight_interests: wishes.priorityFactors.interests,
  weight_lifestyle: wishes.priorityFactors.lifestyle,
  weight_activity: wishes.priorityFactors.activity,
  changed_at: at,
});
