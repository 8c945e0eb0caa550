import { describe, expect, it } from 'vitest';
import { audienceOf } from './broadcast-filters.tsx';

describe('audience filters', () => {
  it('keep only the filters of the chosen audience', () => {
    expect(audienceOf('subscribers', { withinDays: ' 30 ', endingWithinDays: '7', minimumSpent: '' })).toEqual({
      audience: { kind: 'subscribers', withinDays: 30, endingWithinDays: 7 },
      invalidFilters: [],
    });
    expect(audienceOf('followers', { endingWithinDays: '7' })).toEqual({
      audience: { kind: 'followers' },
      invalidFilters: [],
    });
  });

  it.each(['1.5', '-5', '0', '366', 'soon', '1000000'])('never drop out in silence: %s days', (typed) => {
    expect(audienceOf('buyers', { withinDays: typed }).invalidFilters).toEqual(['withinDays']);
  });
});
