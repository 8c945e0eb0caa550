import { expect, it } from 'vitest';
import { gridLines, hasPreviousEarnings, labelInterval, percentChange, toBars } from './series.ts';

it('returns two or three round grid lines up to the highest bar', () => {
  expect(gridLines(131_000)).toEqual([0, 50_000, 100_000]);
  expect(gridLines(0)).toEqual([0, 5_000, 10_000]);
  for (const highest of [10_001, 12_345, 50_000, 99_999, 100_001, 7_654_321]) {
    const lines = gridLines(highest);
    expect([3, 4]).toContain(lines.length);
    expect(lines.at(-1)).toBeLessThanOrEqual(highest);
  }
});

it('pairs each bar with the same step of the previous period', () => {
  const step = (from: string, amountCents: number) => ({ from, amount: amountCents / 100, amountCents });
  const series = [step('2026-11-20', 500), step('2026-11-21', 0)];
  const bars = toBars({ series, previousSeries: [step('2026-11-18', 0), step('2026-11-19', 300)] });
  expect(bars.map(({ cents, before }) => [cents, before])).toEqual([
    [500, 0],
    [0, 300],
  ]);
  expect(hasPreviousEarnings(bars)).toBe(true);
  expect(hasPreviousEarnings(toBars({ series, previousSeries: null }))).toBe(false);
  expect(hasPreviousEarnings(toBars({ series, previousSeries: [step('2026-11-18', 0)] }))).toBe(false);
});

it('returns the change from the previous period, null without earnings in it', () => {
  expect(percentChange({ periodEarningsCents: 113, previousPeriodCents: 100 })).toBe(13);
  expect(percentChange({ periodEarningsCents: 50, previousPeriodCents: 100 })).toBe(-50);
  expect(percentChange({ periodEarningsCents: 50, previousPeriodCents: 0 })).toBeNull();
  expect(percentChange({ periodEarningsCents: 700, previousPeriodCents: 100 })).toBeNull();
  expect(percentChange({ periodEarningsCents: 50, previousPeriodCents: null })).toBeNull();
});

it('labels a few bars on the axis', () => {
  expect(labelInterval('hour', 24)).toBe(6);
  expect(labelInterval('day', 7)).toBe(1);
  expect(labelInterval('day', 30)).toBe(6);
});
