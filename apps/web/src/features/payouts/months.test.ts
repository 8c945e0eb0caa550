import { expect, it } from 'vitest';
import { monthsSince, taxYearsSince } from './months.ts';

const now = new Date('2026-11-21T10:00:00Z');

it('lists months back to the first, at most two years', () => {
  expect(monthsSince('2026-09-30T22:30:00Z', now)).toEqual(['2026-11', '2026-10']);
  expect(monthsSince('2026-11-21T09:00:00Z', now)).toEqual(['2026-11']);
  const long = monthsSince('2020-01-01T00:00:00Z', now);
  expect(long).toHaveLength(24);
  expect(long.at(-1)).toBe('2024-12');
});

it('names tax years after the year in which they end', () => {
  expect(taxYearsSince('2025-02-28T10:00:00Z', new Date('2026-11-28T10:00:00Z'))).toEqual([2027, 2026, 2025]);
  expect(taxYearsSince('2026-11-01T10:00:00Z', new Date('2027-02-28T21:59:00Z'))).toEqual([2027]);
  expect(taxYearsSince('2027-02-28T22:01:00Z', new Date('2027-03-01T10:00:00Z'))).toEqual([2028]);
});
