import { expect, it } from 'vitest';
import { dividedBy } from './verdict.ts';

it('gives all to one side, or whole credits to each', () => {
  expect([dividedBy('released', 100, '7'), dividedBy('returned', 100, '')]).toEqual([0, 100]);
  expect([dividedBy('split', 100, ' 33 '), dividedBy('split', 2, '1')]).toEqual([33, 1]);
});

it.each(['', '0', '100', '101', '-1', '1.5', 'half'])('splits nothing by %j', (typed) => {
  expect(dividedBy('split', 100, typed)).toBeNull();
});
