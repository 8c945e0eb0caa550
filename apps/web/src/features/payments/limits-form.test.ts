import { describe, expect, it } from 'vitest';
import { checkLimits, limitCents, toLimitsForm } from './limits-form.ts';

describe('form of spending limits', () => {
  it('parses rand, empty and invalid input', () => {
    expect(['500', '1,500', '12.50', ' ', '0', '-1', '1e9', '1.999', '1000001'].map(limitCents)).toEqual([
      50_000,
      150_000,
      1_250,
      null,
      0,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('refuses a daily limit above the monthly one', () => {
    const form = { daily: '600', monthly: '500', coolOffDays: '0' };
    expect(checkLimits(form)).toEqual({ daily: 'order' });
    expect(checkLimits({ ...form, monthly: '' })).toEqual({});
    expect(checkLimits({ ...form, daily: 'x' })).toEqual({ daily: 'amount' });
  });

  it('starts with the pending limits', () => {
    const limits = {
      dailyCents: 10_000,
      monthlyCents: null,
      spentTodayCents: 0,
      spentThisMonthCents: 0,
      reservedCents: 0,
      owedCents: 0,
      coolOffUntil: null,
      pending: { dailyCents: 20_050, monthlyCents: 500_000, from: '2026-11-22T10:00:00.000Z' },
    };
    expect(toLimitsForm(limits)).toEqual({ daily: '200.5', monthly: '5000', coolOffDays: '0' });
  });
});
