import { expect, it } from 'vitest';
import { daysLeft } from './days-left.ts';

const now = new Date('2026-11-21T10:00:00Z');

it('rounds up to whole days, and returns 0 after the end', () => {
  expect(daysLeft('2026-12-21T10:00:00Z', now)).toBe(30);
  expect(daysLeft('2026-11-21T10:00:01Z', now)).toBe(1);
  expect(daysLeft('2026-11-21T10:00:00Z', now)).toBe(0);
  expect(daysLeft('2026-11-01T10:00:00Z', now)).toBe(0);
});
