import type { InterestCategory, relationshipStatuses } from '@vlam/contract/constants';
import { type AgeRange, ageRanges, searchRadii } from '@vlam/contract/rules/discovery';
import type { City } from '@vlam/contract/rules/places';

export interface NearbyFilter {
  /** Around the centre of this city; null for the member's location. */
  city: City | null;
  /** In kilometres. */
  radius: number;
  ageRange: AgeRange;
  relationship: 'all' | (typeof relationshipStatuses)[number];
  online: boolean;
  verified: boolean;
  interest: InterestCategory | 'all';
}

export const firstFilter: NearbyFilter = {
  city: null,
  radius: 10,
  ageRange: 'all',
  relationship: 'all',
  online: false,
  verified: false,
  interest: 'all',
};

/** Number of filters that differ from the defaults, without the radius. */
export const countFilters = (filter: NearbyFilter): number =>
  (['ageRange', 'relationship', 'online', 'verified', 'interest'] as const).filter(
    (name) => filter[name] !== firstFilter[name],
  ).length;

/** The next wider radius, or null at the widest. */
export const widerRadius = (radius: number): number | null => searchRadii.find((each) => each > radius) ?? null;

/** Query parameters; only chosen filters. */
export function toQuery(filter: NearbyFilter) {
  return {
    radius: String(filter.radius),
    ...(filter.city === null ? {} : { city: filter.city }),
    ...(filter.ageRange === 'all' ? {} : { ageRange: filter.ageRange }),
    ...(filter.relationship === 'all' ? {} : { relationship: filter.relationship }),
    ...(filter.online ? { online: 'yes' as const } : {}),
    ...(filter.verified ? { verified: 'yes' as const } : {}),
    ...(filter.interest === 'all' ? {} : { interest: filter.interest }),
  };
}

export { ageRanges, searchRadii };
