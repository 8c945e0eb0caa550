import { expect, it } from 'vitest';
import { clockText } from './clock-text.ts';
import { dayKey, easter, holidaysOf, weeksOf } from './month.ts';

it('lays out months Monday first, with whole weeks', () => {
  const weeks = weeksOf(2026, 10);
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect([weeks[0]?.[0], weeks[5]?.[6]].map((day) => day && dayKey(day))).toEqual(['2026-10-26', '2026-12-06']);
  expect(weeksOf(2027, 1)).toHaveLength(4);
});

it.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2038, '2038-04-25'],
])('finds Easter of %i', (year, day) => expect(dayKey(easter(year))).toBe(day));

it('knows the public holidays, and the Monday after one on a Sunday', () => {
  const holidays = holidaysOf(2026);
  expect(holidays['2026-04-03']).toBe('Good Friday');
  expect(holidays['2026-04-06']).toBe('Family Day');
  expect(holidays['2026-08-10']).toBe("National Women's Day");
  expect(holidays['2026-03-22']).toBeUndefined();
  expect(holidaysOf(2022)['2022-12-26']).toBe('Day of Goodwill');
});

it('writes times', () => {
  expect([0, 276_000, 3_876_999, -5].map(clockText)).toEqual(['00:00', '04:36', '1:04:36', '00:00']);
});
