import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { PriceChange } from './price-change.tsx';

const say = async (typed: string, subscriberCount = 12) => {
  const screen = await render(<PriceChange typed={typed} present={{ subscriptionPrice: 149, subscriberCount }} />);
  const text = screen.box.textContent ?? '';
  screen.unmount();
  return text;
};

it('says that present subscribers keep their price when it rises', async () => {
  expect(await say('249')).toContain('12 subscribers keep the price they have for as long as they renew');
});

it('says that they pay less from their next renewal when it falls', async () => {
  expect(await say('99,50')).toContain('12 subscribers pay R99.50 instead of R149 from the next renewal');
});

it('says nothing while the price is the same, unreadable, or nobody subscribes', async () => {
  expect([await say('149'), await say('x'), await say('249', 0)]).toEqual(['', '', '']);
});
