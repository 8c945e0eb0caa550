import { expect, it } from 'vitest';
import { barsOf, changeOf, gridOf, hasBefore, labelEvery } from './series.ts';

it('draws two to three round lines under the highest bar', () => {
  expect(gridOf(131_000)).toEqual([0, 50_000, 100_000]);
  expect(gridOf(0)).toEqual([0, 5_000, 10_000]);
  for (const highest of [10_001, 12_345, 50_000, 99_999, 100_001, 7_654_321]) {
    const lines = gridOf(highest);
    expect([3, 4]).toContain(lines.length);
    expect(lines.at(-1)).toBeLessThanOrEqual(highest);
  }
});

it('sets each step of the period before beside its bar, where there is one', () => {
  const step = (from: string, amountCents: number) => ({ from, amount: amountCents / 100, amountCents });
  const series = [step('2026-11-20', 500), step('2026-11-21', 0)];
  const bars = barsOf({ series, previousSeries: [step('2026-11-18', 0), step('2026-11-19', 300)] });
  expect(bars.map(({ cents, before }) => [cents, before])).toEqual([
    [500, 0],
    [0, 300],
  ]);
  expect(hasBefore(bars)).toBe(true);
  expect(hasBefore(barsOf({ series, previousSeries: null }))).toBe(false);
  expect(hasBefore(barsOf({ series, previousSeries: [step('2026-11-18', 0)] }))).toBe(false);
});

it('compares with the period before where there is one', () => {
  expect(changeOf({ periodEarningsCents: 113, previousPeriodCents: 100 })).toBe(13);
  expect(changeOf({ periodEarningsCents: 50, previousPeriodCents: 100 })).toBe(-50);
  expect(changeOf({ periodEarningsCents: 50, previousPeriodCents: 0 })).toBeNull();
  expect(changeOf({ periodEarningsCents: 700, previousPeriodCents: 100 })).toBeNull();
  expect(changeOf({ periodEarningsCents: 50, previousPeriodCents: null })).toBeNull();
});

it('names a few bars on the axis', () => {
  expect(labelEvery('hour', 24)).toBe(6);
  expect(labelEvery('day', 7)).toBe(1);
  expect(labelEvery('day', 30)).toBe(6);
});
