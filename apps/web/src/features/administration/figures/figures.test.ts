import { describe, expect, it } from 'vitest';
import { gridLines, growthOf, historyOf, type PlatformStats } from './figures.ts';

const day = (number: number, values: object) => ({
  day: `2026-11-${number}`,
  newSignups: 3,
  totalRevenue: null,
  ...values,
});
const stats = {
  history: [
    day(18, { totalUsers: 100, suspendedUsers: null }),
    day(19, { totalUsers: 104, suspendedUsers: 2 }),
    day(20, { totalUsers: 109, suspendedUsers: 1 }),
  ],
} as unknown as PlatformStats;

describe('the history of a figure', () => {
  it('begins with the first day that was measured', () => {
    expect(historyOf(stats, 'suspendedUsers').map(({ value }) => value)).toEqual([2, 1]);
    expect(historyOf(stats, 'totalRevenue')).toEqual([]);
  });

  it('tells how a level grew, and says nothing of figures that begin anew each day', () => {
    expect(growthOf(stats, 'totalUsers')).toEqual({ by: 9, days: 2 });
    expect(growthOf(stats, 'suspendedUsers')).toEqual({ by: -1, days: 1 });
    expect(growthOf(stats, 'newSignups')).toBeNull();
  });
});

describe('grid lines', () => {
  it('are round, begin at zero for bars, and lie around the values of a level', () => {
    expect(gridLines([0, 180, 430], true)).toEqual([0, 250, 500]);
    expect(gridLines([52_120, 52_480], false)).toEqual([52_000, 52_200, 52_400, 52_600]);
    expect(gridLines([0, 0], true)).toEqual([0]);
    for (const values of [[3], [0.4, 0.2], [1_999_999, 2_000_001]]) {
      const lines = gridLines(values, false);
      expect(lines[0]).toBeLessThanOrEqual(Math.min(...values));
      expect(lines.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
      expect(lines.length).toBeLessThan(6);
    }
  });
});
