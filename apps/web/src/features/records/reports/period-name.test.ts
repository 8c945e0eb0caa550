import { expect, it } from 'vitest';
import { periodName } from './period-name.ts';

it('names months and half-years', () => {
  expect(['2026-11', '2026-H2', '2027-H1'].map((period) => periodName(period, 'en'))).toEqual([
    'Nov 2026',
    'Jul – Dec 2026',
    'Jan – Jun 2027',
  ]);
  expect(periodName('2026-10', 'af')).toBe('Okt 2026');
});
