import { expect, it } from 'vitest';
import { daysLeft } from './days-left.ts';

const now = new Date('2026-11-21T10:00:00Z');

it('counts a begun day, and none once access has ended', () => {
  expect(daysLeft('2026-12-21T10:00:00Z', now)).toBe(30);
  expect(daysLeft('2026-11-21T10:00:01Z', now)).toBe(1);
  expect(daysLeft('2026-11-21T10:00:00Z', now)).toBe(0);
  expect(daysLeft('2026-11-01T10:00:00Z', now)).toBe(0);
});
