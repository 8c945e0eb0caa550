import { expect, it } from 'vitest';
import { formatCharge, formatLedgerAmount } from './amounts.ts';

it('formats cents as rand and credits as credits', () => {
  expect(formatLedgerAmount(29_900, 'cents')).toBe('R299');
  expect(formatLedgerAmount(1250, 'credits')).toBe('1,250 cr');
  expect(formatLedgerAmount(40, 'credits', true)).toBe('+40 cr');
  expect(formatLedgerAmount(-4_050, 'cents', true)).toBe('−R40.50');
});

it('formats a charge in its own currency', () => {
  expect([formatCharge(29_900, 'ZAR'), formatCharge(3_400, 'USD')]).toEqual(['R299', '34.00 USD']);
});
