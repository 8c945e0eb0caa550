import { expect, it } from 'vitest';
import { amountOf, chargeOf } from './amounts.ts';

it('writes cents as rand and credits as credits', () => {
  expect(amountOf(29_900, 'cents')).toBe('R299');
  expect(amountOf(1250, 'credits')).toBe('1,250 cr');
  expect(amountOf(40, 'credits', true)).toBe('+40 cr');
  expect(amountOf(-4_050, 'cents', true)).toBe('−R40.50');
});

it('writes what a provider charges in its currency', () => {
  expect([chargeOf(29_900, 'ZAR'), chargeOf(3_400, 'USD')]).toEqual(['R299', '34.00 USD']);
});
