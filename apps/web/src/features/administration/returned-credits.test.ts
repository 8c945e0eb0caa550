import { expect, it } from 'vitest';
import { returnedCredits } from './returned-credits.ts';

it('returns nothing, everything, or whole credits', () => {
  expect([returnedCredits('released', 100, '7'), returnedCredits('returned', 100, '')]).toEqual([0, 100]);
  expect([returnedCredits('split', 100, ' 33 '), returnedCredits('split', 2, '1')]).toEqual([33, 1]);
});

it.each(['', '0', '100', '101', '-1', '1.5', 'half'])('rejects a split by %j', (typed) => {
  expect(returnedCredits('split', 100, typed)).toBeNull();
});
