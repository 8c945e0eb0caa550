import { expect, it } from 'vitest';
import { exclusivePrice } from './exclusive-price.ts';

it('T43: adds 30 % once, rounded up to whole credits', () => {
  expect([1, 3, 10, 99, 100, 10_000].map((price) => exclusivePrice(price, true))).toEqual([2, 4, 13, 129, 130, 13_000]);
  expect(exclusivePrice(99, false)).toBe(99);
  for (let price = 1; price <= 10_000; price += 1) {
    const premium = exclusivePrice(price, true) - price;
    expect(premium * 100).toBeGreaterThanOrEqual(price * 30);
    expect((premium - 1) * 100).toBeLessThan(price * 30);
  }
});
