import { expect, it } from 'vitest';
import { keepPositions } from './keep-positions.ts';

const of = (letters: string) => [...letters].map((id) => ({ id }));
const read = (before: string, now: string) =>
  keepPositions(of(before), of(now))
    .map(({ id }) => id)
    .join('');

it('keeps positions when only the order changed', () => {
  expect(read('abcd', 'dcba')).toBe('abcd');
});

it('puts a new person in the position of a removed one', () => {
  expect(read('abcd', 'xacd')).toBe('axcd');
});

it('closes gaps without a replacement, and appends the rest', () => {
  expect(read('abcd', 'acd')).toBe('acd');
  expect(read('ab', 'xyab')).toBe('abxy');
  expect(read('', 'ab')).toBe('ab');
});
