import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

const hour = 3_600_000;

it.each([
  [0, '24:00', 'running', 0],
  [hour, '23:00', 'running', 1 / 24],
  [18 * hour, '06:00', 'soon', 0.75],
  [24 * hour, '00:00', 'soon', 1],
  [24 * hour + 12 * 60_000, '+00:12', 'late', 1],
])('a case of one day after %i ms has %s left', (now, text, state, passed) => {
  expect(timeLeft({ from: 0, due: 24 * hour, now })).toEqual({ text, state, passed });
});

it('counts days from two on', () => {
  expect(timeLeft({ from: 0, due: 72 * hour, now: 20 * hour }).text).toBe('2 d 4 h');
  expect(timeLeft({ from: 0, due: 72 * hour, now: 25 * hour }).text).toBe('47:00');
});
