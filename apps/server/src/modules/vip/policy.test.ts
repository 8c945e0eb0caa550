import { vipTierIds } from '@vlam/contract/vip';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodMs } from '../../platform/renewals.ts';
import { afterPayment, afterReversal, applyBonus, priceForNow, tierOf } from './policy.ts';

const now = new Date('2026-11-21T10:00:00+02:00');
const after = (days: number) => new Date(now.getTime() + days * 86_400_000);

describe('the price of a change', () => {
  it('is that of the higher tier less the remaining value of the lower one', () => {
    expect(priceForNow('gold', null, now)).toBe(29_900);
    expect(priceForNow('platinum', { tier: 'gold', paidUntil: after(30) }, now)).toBe(20_000);
    expect(priceForNow('diamond', { tier: 'gold', paidUntil: after(15) }, now)).toBe(79_900 - 14_950);
    expect(priceForNow('diamond', { tier: 'platinum', paidUntil: after(-1) }, now)).toBe(79_900);
  });

  it('buys exactly 30 days, whatever remained', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: periodMs }), (left) => {
        const running = { tier: 'gold' as const, paidUntil: new Date(now.getTime() + left) };
        const paid = afterPayment('diamond', priceForNow('diamond', running, now), running, now);
        expect(paid).toEqual({ tier: 'diamond', paidUntil: after(30) });
      }),
    );
  });

  it('never gives more than was paid: a month-old quote buys less time', () => {
    const quoted = priceForNow('diamond', { tier: 'platinum', paidUntil: after(30) }, now);
    const { paidUntil } = afterPayment('diamond', quoted, null, after(30));
    expect(paidUntil.getTime() - after(30).getTime()).toBeLessThan(periodMs / 2);
    const cheap = afterPayment('gold', 29_900, { tier: 'diamond', paidUntil: after(10) }, now);
    expect(cheap.tier).toBe('diamond');
    expect(cheap.paidUntil.getTime()).toBe(now.getTime() + 10 * 86_400_000 + Math.round((29_900 / 79_900) * periodMs));
  });

  it('adds 30 days for a second payment for the same tier', () => {
    const { paidUntil } = afterPayment('gold', 29_900, { tier: 'gold', paidUntil: after(12) }, now);
    expect(paidUntil).toEqual(after(42));
  });
});

it('a reversal removes the time it paid for, and no more', () => {
  const gold = { tier: 'gold' as const, paidUntil: after(20) };
  const period = { amountCents: 29_900, startsAt: after(-10), endsAt: after(20) };
  expect(afterReversal(gold, period, now)).toEqual(now);
  const upgraded = { tier: 'platinum' as const, paidUntil: after(30) };
  const upgrade = { amountCents: 20_000, startsAt: now, endsAt: after(30) };
  expect(afterReversal(upgraded, upgrade, now).getTime()).toBeCloseTo(now.getTime() + (29_900 / 49_900) * periodMs, -4);
});

describe('T42: the bonus', () => {
  const none = { month: '', credits: 0, owed: false };

  it('totals the highest tier’s once a month, whatever was paid', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...vipTierIds), { minLength: 1, maxLength: 20 }), (tiers) => {
        let record = none;
        let granted = 0;
        for (const tier of tiers) {
          const step = applyBonus(record, { tier, month: '2026-11', renewal: false, emailConfirmed: true });
          record = step.record;
          granted += step.grant;
        }
        expect(granted).toBe(Math.max(...tiers.map((tier) => tierOf(tier).monthlyBonusCredits)));
        expect(record.owed).toBe(false);
      }),
    );
  });

  it('of a renewal in the same month is granted in the next', () => {
    const first = applyBonus(none, { tier: 'gold', month: '2026-01', renewal: false, emailConfirmed: true });
    const renewed = applyBonus(first.record, { tier: 'gold', month: '2026-01', renewal: true, emailConfirmed: true });
    expect(renewed).toEqual({ grant: 0, record: { month: '2026-01', credits: 200, owed: true } });
    expect(
      applyBonus(
        { ...renewed.record, owed: false },
        { tier: 'gold', month: '2026-02', renewal: false, emailConfirmed: true },
      ).grant,
    ).toBe(200);
  });

  it('is not granted twice when the clock goes back', () => {
    expect(
      applyBonus(
        { month: '2026-12', credits: 200, owed: false },
        { tier: 'diamond', month: '2026-11', renewal: true, emailConfirmed: true },
      ).grant,
    ).toBe(0);
  });
});
