import { startNowWording } from '@vlam/contract/content';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { toastQueue } from '../../../lib/toast.ts';
import type { BundleView } from '../api.ts';
import { BundleSheet } from './bundle-sheet.tsx';

const id = '01a0f48b-d580-7a6c-9b80-4e9c2d4f4a27';
const bundle: BundleView = {
  id,
  title: 'Coast, slowly',
  description: '',
  creatorId: id,
  creatorName: 'Naledi',
  creatorImage: '',
  creatorVerified: true,
  price: 180,
  originalPrice: 230,
  currency: 'credits',
  mediaCount: 2,
  mediaTypes: ['image'],
  category: 'beach',
  tags: [],
  rating: null,
  reviews: 0,
  ownRating: null,
  purchases: 0,
  previewImage: '',
  isExclusive: false,
  duration: null,
  createdAt: '2026-11-21T10:00:00Z',
  isOwn: false,
  isPurchased: false,
  accessExpiry: null,
};
const answers = (credits: number) => ({
  'GET /api/credits/balance': () => ({ status: 200, body: { balance: credits, promotional: 0 } }),
  [`GET /api/bundles/${id}`]: () => ({ status: 200, body: { bundle, items: [] } }),
});
const mount = (onClose = () => undefined as undefined) =>
  render(<BundleSheet bundle={bundle} open onClose={onClose} renderItem={() => null} />);

it('buys once on a double tap, shows a toast and closes', async () => {
  const onClose = vi.fn();
  const calls = serve({
    ...answers(200),
    [`POST /api/bundles/${id}/purchase`]: () => ({ status: 201, body: { balance: 20, purchase: {} } }),
  });
  const screen = await mount(onClose);
  expect(screen.container.textContent).toContain('20 credits');
  expect(screen.container.textContent).toContain(startNowWording.text);
  const button = [...screen.container.querySelectorAll('button')].find(
    (each) => each.textContent === 'Purchase Bundle for 180 credits',
  );
  await act(async () => {
    button?.click();
    button?.click();
  });
  await settle();
  const bought = calls.filter(({ call }) => call.startsWith('POST'));
  expect(bought.map(({ body }) => body)).toEqual([{ price: 180, startNow: true }]);
  expect(toastQueue.get().some(({ title }) => title === 'Purchase Successful!')).toBe(true);
  expect(onClose).toHaveBeenCalled();
  screen.unmount();
});

it('T95: shows a changed price and charges only after a second confirmation', async () => {
  let price = 180;
  const calls = serve({
    'GET /api/credits/balance': () => ({ status: 200, body: { balance: 500, promotional: 0 } }),
    [`GET /api/bundles/${id}`]: () => ({ status: 200, body: { bundle: { ...bundle, price }, items: [] } }),
    [`POST /api/bundles/${id}/purchase`]: (body) =>
      (body as { price: number }).price === 240
        ? { status: 201, body: { balance: 260, purchase: {} } }
        : { status: 409, body: { code: 'PRICE_CHANGED', message: 'The price has changed', details: { price: 240 } } },
  });
  const screen = await mount();
  price = 240;
  await screen.press('Purchase Bundle for 180 credits');
  expect(screen.container.textContent).toContain('The price has changed from 180 to 240 credits.');
  expect(screen.container.textContent).toContain('260 credits');
  await screen.press('Purchase Bundle for 240 credits');
  const bought = calls.filter(({ call }) => call.startsWith('POST'));
  expect(bought.map(({ body }) => (body as { price: number }).price)).toEqual([180, 240]);
  screen.unmount();
});

it('disables the purchase when the balance is too low', async () => {
  const calls = serve(answers(179));
  const screen = await mount();
  expect(screen.container.textContent).toContain('Insufficient Credits');
  expect(screen.container.textContent).toContain('You need more credits to purchase this content bundle.');
  await screen.press('Purchase Bundle for 180 credits');
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
  screen.unmount();
});
