import { describe, expect, it } from 'vitest';
import { creditPacks } from '../payments.ts';
import { creditValueCents } from './credit-value.ts';
import { isSplitRounded, minCreatorPrice, splitPrice } from './split.ts';

describe('the split of a price', () => {
  it('adds up for every price from 1 to 10,000, to the nearest credit and half upwards', () => {
    for (let price = 1; price <= 10_000; price += 1) {
      const { creator, platform } = splitPrice(price, 80);
      expect(creator + platform).toBe(price);
      expect(Math.abs(creator - price * 0.8)).toBeLessThanOrEqual(0.5);
    }
    expect(splitPrice(5, 50)).toEqual({ creator: 3, platform: 2 });
  });

  it.each([
    [5, { creator: 4, platform: 1 }],
    [7, { creator: 6, platform: 1 }],
    [14, { creator: 11, platform: 3 }],
    [15, { creator: 12, platform: 3 }],
    [18, { creator: 14, platform: 4 }],
    [10_000, { creator: 8_000, platform: 2_000 }],
  ])('of %i credits', (price, expected) => expect(splitPrice(price, 80)).toEqual(expected));

  it('reports where it is rounded', () => {
    expect([5, 10, 15, 18, 7].map((price) => isSplitRounded(price, 80))).toEqual([false, false, false, true, true]);
  });

  it('T92: leaves the platform at least a credit of whatever pays a creator', () => {
    for (let price = minCreatorPrice; price <= 10_000; price += 1)
      expect(splitPrice(price, 80).platform).toBeGreaterThanOrEqual(1);
  });

  it('T92: every split of 1,400 credits earns a creator less than the pack cost', () => {
    const pack = creditPacks.find(({ id }) => id === 'p1000');
    const credits = (pack?.credits ?? 0) + (pack?.bonusCredits ?? 0);
    // The most that any way of spending these credits can earn, with bonus credits counted as bought.
    const most = [0];
    for (let spent = 1; spent <= credits; spent += 1) {
      most[spent] = most[spent - 1] ?? 0;
      for (let price = minCreatorPrice; price <= spent; price += 1)
        most[spent] = Math.max(most[spent] ?? 0, (most[spent - price] ?? 0) + splitPrice(price, 80).creator);
    }
    expect(credits).toBe(1_400);
    expect((most[credits] ?? 0) * creditValueCents).toBeLessThan(pack?.priceCents ?? 0);
  });

  it('adds up for every price from 1 to 10,000 at every percentage', () => {
    const wrong: string[] = [];
    for (let percent = 1; percent <= 100; percent += 1)
      for (let price = 1; price <= 10_000; price += 1) {
        const { creator, platform } = splitPrice(price, percent);
        const whole = creator + platform === price && Number.isInteger(creator) && creator >= 0 && platform >= 0;
        if (!whole || Math.abs(creator * 100 - price * percent) > 50) wrong.push(`${price} at ${percent} %`);
      }
    expect(wrong).toEqual([]);
  });

  it('follows another percentage', () => expect(splitPrice(99, 85)).toEqual({ creator: 84, platform: 15 }));
});
