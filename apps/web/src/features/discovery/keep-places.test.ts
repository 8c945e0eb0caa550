import { expect, it } from 'vitest';
import { keepPlaces } from './keep-places.ts';

const of = (letters: string) => [...letters].map((id) => ({ id }));
const read = (before: string, now: string) =>
  keepPlaces(of(before), of(now))
    .map(({ id }) => id)
    .join('');

it('keeps places when only the order changed', () => {
  expect(read('abcd', 'dcba')).toBe('abcd');
});

it("gives a removed person's place to a new person", () => {
  expect(read('abcd', 'xacd')).toBe('axcd');
});

it('closes gaps without a replacement, and appends the rest', () => {
  expect(read('abcd', 'acd')).toBe('acd');
  expect(read('ab', 'xyab')).toBe('abxy');
  expect(read('', 'ab')).toBe('ab');
});
