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
  const week = { period: 'week', series } as const;
  const bars = toBars({ ...week, previousSeries: [step('2026-11-18', 0), step('2026-11-19', 300)] });
  expect(bars.map(({ cents, before }) => [cents, before])).toEqual([
    [500, 0],
    [0, 300],
  ]);
  expect(hasPreviousEarnings(bars)).toBe(true);
  expect(hasPreviousEarnings(toBars({ ...week, previousSeries: null }))).toBe(false);
  expect(hasPreviousEarnings(toBars({ ...week, previousSeries: [step('2026-11-18', 0)] }))).toBe(false);
});

it('draws all days of a month, with those ahead empty', () => {
  const step = (day: number, amountCents: number) => ({
    ...{ from: new Date(Date.UTC(2026, 10, day, -2)).toISOString(), amount: amountCents / 100, amountCents },
  });
  const series = [step(1, 500), step(2, 700)];
  const bars = toBars({ period: 'month', series, previousSeries: [step(-30, 100), step(-29, 200), step(-28, 300)] });
  expect(bars).toHaveLength(30);
  expect(bars.filter(({ isAhead }) => !isAhead).map(({ cents }) => cents)).toEqual([500, 700]);
  expect(bars.slice(0, 4).map(({ before }) => before)).toEqual([100, 200, 300, null]);
  expect(bars[29]?.from).toBe(new Date(Date.UTC(2026, 10, 30, -2)).toISOString());
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
  expect(labelInterval('day', 30)).toBe(7);
});
