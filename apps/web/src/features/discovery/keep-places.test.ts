import { expect, it } from 'vitest';
import { keepPlaces } from './keep-places.ts';

const of = (letters: string) => [...letters].map((id) => ({ id }));
const read = (before: string, now: string) =>
  keepPlaces(of(before), of(now))
    .map(({ id }) => id)
    .join('');

it('leaves everybody in their place when only the order changed', () => {
  expect(read('abcd', 'dcba')).toBe('abcd');
});

it('gives the place of somebody who left to somebody new', () => {
  expect(read('abcd', 'xacd')).toBe('axcd');
});

it('closes the gap when nobody takes the place, and adds the others at the end', () => {
  expect(read('abcd', 'acd')).toBe('acd');
  expect(read('ab', 'xyab')).toBe('abxy');
  expect(read('', 'ab')).toBe('ab');
});
