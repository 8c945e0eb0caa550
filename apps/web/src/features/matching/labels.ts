import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { lifestyles, MatchFactor, relationshipGoals } from '@vlam/contract/rules/matching';

export const lifestyleLabels: Record<(typeof lifestyles)[number], MessageDescriptor> = {
  'Night owl': msg`Night owl`,
  'Early riser': msg`Early riser`,
  Outdoors: msg`Outdoors`,
  Homebody: msg`Homebody`,
  Nightlife: msg`Nightlife`,
  Fitness: msg`Fitness`,
  Creative: msg`Creative`,
  Foodie: msg`Foodie`,
  Traveller: msg`Traveller`,
};

export const goalLabels: Record<(typeof relationshipGoals)[number], MessageDescriptor> = {
  Casual: msg`Casual`,
  'Chat only': msg`Chat only`,
  Dating: msg`Dating`,
  'Long-term': msg`Long-term`,
  Friendship: msg`Friendship`,
  Discreet: msg`Discreet`,
};

export const factorLabels: Record<MatchFactor, MessageDescriptor> = {
  location: msg`Location`,
  interests: msg`Interests`,
  lifestyle: msg`Lifestyle`,
  activity: msg`Activity`,
};

/** Classes of a score's share in the chart, where the soft fills would not be told apart. */
export const bandFills = {
  green: 'bg-online',
  yellow: 'bg-warning',
  orange: 'bg-heat-hot-fill',
  red: 'bg-danger',
} as const;

/** Classes of a score's colour; never the only indication of it. */
export const bandStyles = {
  green: 'bg-online-soft text-online',
  yellow: 'bg-warning-soft text-warning',
  orange: 'bg-heat-hot-fill text-on-heat-hot',
  red: 'bg-danger-soft text-danger',
} as const;
