import { expect, it } from 'vitest';
import { toJohannesburg, toUtc } from './local-time.ts';

it('reads and writes times as the clock in Johannesburg shows them', () => {
  expect(toJohannesburg('2026-11-24T22:30:00.000Z')).toBe('2026-11-25T00:30');
  expect(toUtc('2026-11-25T00:30')).toBe('2026-11-24T22:30:00.000Z');
  expect(toUtc('')).toBe('');
});
