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
  interests: interestMask.decode(row.interests),
  lifestyle: lifestyleMask.decode(row.lifestyle),
  relationshipGoals: goalMask.decode(row.goals),
  priorityFactors: {
    location: row.weight_location,
    interests: row.weight_interests,
    lifestyle: row.weight_lifestyle,
    activity: row.weight_activity,
  },
});

export const toPreferencesRow = (profileId: string, preferences: MatchPreferences, at: Date): PreferencesRow => ({
  profile_id: profileId,
  enabled: preferences.enabled,
  age_min: preferences.ageRange.min,
  age_max: preferences.ageRange.max,
  max_distance: preferences.maxDistance,
  interests: interestMask.encode(preferences.interests),
  lifestyle: lifestyleMask.encode(preferences.lifestyle),
  goals: goalMask.encode(preferences.relationshipGoals),
  weight_location: preferences.priorityFactors.location,
  weight_interests: preferences.priorityFactors.interests,
  weight_lifestyle: preferences.priorityFactors.lifestyle,
  weight_activity: preferences.priorityFactors.activity,
  changed_at: at,
});
