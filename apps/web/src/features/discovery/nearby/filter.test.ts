import { searchRadii } from '@vlam/contract/rules/discovery';
import { describe, expect, it } from 'vitest';
import { countChosen, firstFilter, type NearbyFilter, queryOfFilter, widerRadius } from './filter.ts';

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
  it('asks for the radius alone until something is chosen, and then for exactly that', () => {
    expect(queryOfFilter(firstFilter)).toEqual({ radius: '10' });
    expect(queryOfFilter(everything)).toEqual({
      city: 'Durban',
      radius: '25',
      ageRange: '26-35',
      relationship: 'single',
      online: 'yes',
      verified: 'yes',
      interest: 'Casual Dating',
    });
  });

  it('counts what is chosen, the radius aside', () => {
    expect(countChosen(firstFilter)).toBe(0);
    expect(countChosen({ ...firstFilter, radius: 50 })).toBe(0);
    expect(countChosen(everything)).toBe(5);
  });

  it('offers the next wider radius until there is none', () => {
    for (const [index, radius] of searchRadii.entries())
      expect(widerRadius(radius)).toBe(searchRadii[index + 1] ?? null);
    expect(widerRadius(searchRadii.at(-1) ?? 0)).toBeNull();
  });
});
