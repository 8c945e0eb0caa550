import { expect, it } from 'vitest';
import { gridLines, percentOf, toSteps } from './series.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 28) - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    visits: 1,
  }));

it('groups days so that a chart has few bars, and loses none', () => {
  expect(toSteps(days(7))).toHaveLength(7);
  expect(toSteps(days(30))).toHaveLength(30);
  const weeks = toSteps(days(90));
  expect(weeks.map(({ visits }) => visits)).toEqual([6, ...Array(12).fill(7)]);
  const months = toSteps(days(365));
  expect(months).toHaveLength(13);
  expect(months.reduce((sum, { visits }) => sum + visits, 0)).toBe(365);
  expect(months.at(-1)).toEqual({ from: '2026-11-01', to: '2026-11-28', visits: 28 });
});

it('draws whole lines up to the highest value', () => {
  expect(gridLines(0)).toEqual([0]);
  expect(gridLines(1)).toEqual([0, 1]);
  expect(gridLines(37)).toEqual([0, 20, 40]);
});

it('rounds shares', () => {
  expect(percentOf(1, 0)).toBeNull();
  expect(percentOf(1, 40)).toBe(2.5);
  expect(percentOf(1, 4)).toBe(25);
});
