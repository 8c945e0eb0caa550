import { expect, it } from 'vitest';
import { hasClaimedDailyBonus } from './bonus.ts';

const bonus = (timestamp: string) =>
  ({ id: 'one', type: 'earn', description: 'Daily login bonus', amount: 5, callId: null, timestamp }) as const;
const noon = new Date('2026-11-21T10:00:00Z');

it('counts only a bonus of the same day in Johannesburg', () => {
  expect(hasClaimedDailyBonus([bonus('2026-11-20T22:00:00Z')], noon)).toBe(true);
  expect(hasClaimedDailyBonus([bonus('2026-11-20T21:59:59Z')], noon)).toBe(false);
});

it('distinguishes a bonus from other transactions', () => {
  expect(hasClaimedDailyBonus([{ ...bonus('2026-11-21T08:00:00Z'), amount: 25 }], noon)).toBe(false);
  expect(hasClaimedDailyBonus([{ ...bonus('2026-11-21T08:00:00Z'), type: 'spend', amount: -5 }], noon)).toBe(false);
});
