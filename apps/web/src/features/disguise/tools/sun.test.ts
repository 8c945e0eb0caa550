import { expect, it } from 'vitest';
import { averageOn, moonAge, sunTimes } from './sun.ts';

const capeTown = { latitude: -33.92, longitude: 18.42 };
const durban = { latitude: -29.86, longitude: 31.02 };
const minutes = (clock: string) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return hour * 60 + minute;
};

// Times of the almanac, to the minute.
it.each([
  ['Cape Town at midsummer', capeTown, new Date(2026, 11, 21), '05:32', '19:57'],
  ['Cape Town at midwinter', capeTown, new Date(2026, 5, 21), '07:51', '17:45'],
  ['Durban at midsummer', durban, new Date(2026, 11, 21), '04:52', '18:55'],
])('sunrise and sunset of %s', (_name, place, date, rise, set) => {
  const times = sunTimes(date, place);
  expect(Math.abs(times.rise - minutes(rise))).toBeLessThanOrEqual(3);
  expect(Math.abs(times.set - minutes(set))).toBeLessThanOrEqual(3);
});

it('the moon was full on 3 January 2026 and new on 17 February 2026', () => {
  expect(Math.abs(moonAge(new Date(2026, 0, 3)) - 0.5)).toBeLessThan(0.03);
  const age = moonAge(new Date(2026, 1, 17));
  expect(Math.min(age, 1 - age)).toBeLessThan(0.03);
});

it('averages of months are met in their middles and go over from one year to the next', () => {
  const months = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120];
  expect(averageOn(new Date(2026, 5, 15), months)).toBeCloseTo(60, 0);
  expect(averageOn(new Date(2026, 11, 31), months)).toBeGreaterThan(60);
  expect(averageOn(new Date(2026, 11, 31), months)).toBeLessThan(70);
});
