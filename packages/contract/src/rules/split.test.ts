import { describe, expect, it } from 'vitest';
import { splitPrice } from './split.ts';

describe('the split of a price', () => {
  it('adds up for every price from 1 to 10,000 and never favours the platform', () => {
    for (let price = 1; price <= 10_000; price += 1) {
      const { creator, platform } = splitPrice(price);
      expect(creator + platform).toBe(price);
      expect(platform * 100).toBeLessThanOrEqual(price * 20);
      expect(creator).toBeGreaterThan(0);
    }
  });

  it.each([
    [1, { creator: 1, platform: 0 }],
    [5, { creator: 4, platform: 1 }],
    [14, { creator: 12, platform: 2 }],
    [15, { creator: 12, platform: 3 }],
    [10_000, { creator: 8_000, platform: 2_000 }],
  ])('of %i credits', (price, expected) => expect(splitPrice(price)).toEqual(expected));

  it('adds up for every price from 1 to 10,000 at every percentage', () => {
    const wrong: string[] = [];
    for (let percent = 1; percent <= 100; percent += 1)
      for (let price = 1; price <= 10_000; price += 1) {
        const { creator, platform } = splitPrice(price, percent);
        const whole = creator + platform === price && Number.isInteger(creator) && creator > 0 && platform >= 0;
        if (!whole || platform * 100 > price * (100 - percent)) wrong.push(`${price} at ${percent} %`);
      }
    expect(wrong).toEqual([]);
  });

  it('follows another percentage', () => expect(splitPrice(99, 85)).toEqual({ creator: 85, platform: 14 }));
});
