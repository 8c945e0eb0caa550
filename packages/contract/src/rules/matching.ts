// Constants that screens need; separate from the schemas to keep those out of their chunks.

export const lifestyles = [
  'Night owl',
  'Early riser',
  'Outdoors',
  'Homebody',
  'Nightlife',
  'Fitness',
  'Creative',
  'Foodie',
  'Traveller',
] as const;
export const relationshipGoals = ['Casual', 'Chat only', 'Dating', 'Long-term', 'Friendship', 'Discreet'] as const;
/** Factors of a match. */
export const matchFactors = ['location', 'interests', 'lifestyle', 'activity'] as const;
export type MatchFactor = (typeof matchFactors)[number];

export const matchAges = { min: 18, max: 60, step: 1 } as const;
export const matchDistances = { min: 1, max: 100, step: 1 } as const;
export const matchWeights = { min: 0, max: 100, step: 5 } as const;
/** Minimum duration of the analysing state, in milliseconds. */
export const analysingMs = 2_000;

/** Colour bands of a score: green from 90, yellow from 80, orange from 70, else red. */
export const scoreBandOf = (score: number): 'green' | 'yellow' | 'orange' | 'red' =>
  score >= 90 ? 'green' : score >= 80 ? 'yellow' : score >= 70 ? 'orange' : 'red';
