import { expect, it } from 'vitest';
import { changeOf, gridOf, labelEvery } from './series.ts';

it('draws round lines that reach the highest bar', () => {
  expect(gridOf(131_000)).toEqual([0, 100_000, 200_000]);
  for (const highest of [0, 1, 9_999, 12_345, 50_000, 99_999, 100_001, 7_654_321]) {
    const lines = gridOf(highest);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(4);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(highest);
  }
});

it('compares with the period before where there is one', () => {
  expect(changeOf({ periodEarningsCents: 113, previousPeriodCents: 100 })).toBe(13);
  expect(changeOf({ periodEarningsCents: 50, previousPeriodCents: 100 })).toBe(-50);
  expect(changeOf({ periodEarningsCents: 50, previousPeriodCents: 0 })).toBeNull();
  expect(changeOf({ periodEarningsCents: 50, previousPeriodCents: null })).toBeNull();
});

it('names a few bars on the axis', () => {
  expect(labelEvery('hour', 24)).toBe(6);
  expect(labelEvery('day', 7)).toBe(1);
  expect(labelEvery('day', 30)).toBe(6);
});
