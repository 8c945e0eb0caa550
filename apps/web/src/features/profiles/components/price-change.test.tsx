import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import { PriceChange } from './price-change.tsx';

const textFor = async (typed: string, subscriberCount = 12) => {
  const screen = await render(<PriceChange typed={typed} current={{ subscriptionPrice: 149, subscriberCount }} />);
  const text = screen.container.textContent ?? '';
  screen.unmount();
  return text;
};

it('explains that current subscribers keep their price when it rises', async () => {
  expect(await textFor('249')).toContain('12 subscribers keep the price they have for as long as they renew');
});

it('explains that they pay less from the next renewal when it falls', async () => {
  expect(await textFor('99,50')).toContain('12 subscribers pay R99.50 instead of R149 from the next renewal');
});

it('renders nothing while the price is unchanged, invalid, or has no subscribers', async () => {
  expect([await textFor('149'), await textFor('x'), await textFor('249', 0)]).toEqual(['', '', '']);
});
