import { searchRadii } from '@vlam/contract/rules/discovery';
import { describe, expect, it } from 'vitest';
import { countFilters, firstFilter, type NearbyFilter, toQuery, widerRadius } from './filter.ts';

const everything: NearbyFilter = {
  city: 'Durban',
  radius: 25,
  ageRange: '26-35',
  relationship: 'single',
  online: true,
  verified: true,
  interest: 'Casual Dating',
};

describe('the filter of people nearby', () => {
  it('queries the radius only until a filter is chosen, then exactly the chosen ones', () => {
    expect(toQuery(firstFilter)).toEqual({ radius: '10' });
    expect(toQuery(everything)).toEqual({
      city: 'Durban',
      radius: '25',
      ageRange: '26-35',
      relationship: 'single',
      online: 'yes',
      verified: 'yes',
      interest: 'Casual Dating',
    });
  });

  it('counts chosen filters without the radius', () => {
    expect(countFilters(firstFilter)).toBe(0);
    expect(countFilters({ ...firstFilter, radius: 50 })).toBe(0);
    expect(countFilters(everything)).toBe(5);
  });

  it('returns the next wider radius, null at the widest', () => {
    for (const [index, radius] of searchRadii.entries())
      expect(widerRadius(radius)).toBe(searchRadii[index + 1] ?? null);
    expect(widerRadius(searchRadii.at(-1) ?? 0)).toBeNull();
  });
});
