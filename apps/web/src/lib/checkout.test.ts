import { afterEach, expect, it } from 'vitest';
import { cameFrom, checkoutNote, fromHere, goToCheckout } from './checkout.ts';

afterEach(() => {
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});

it('buying credits leads back to the page whose price asked for them', () => {
  history.replaceState(null, '', '/profile/7?tab=photos');
  const { from } = fromHere();
  history.replaceState(null, '', `/credits?from=${encodeURIComponent(from)}`);
  expect(cameFrom()).toBe('/profile/7?tab=photos');
  goToCheckout({ purpose: 'pack', reference: 'p100' });
  expect(checkoutNote('pack')?.back).toBe('/profile/7?tab=photos');
});

it.each([
  '//elsewhere.test',
  '//[',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  'https://elsewhere.test/',
  'javascript:1',
  'credits',
  '',
])('an address never leads to another site: %j', (path) => {
  history.replaceState(null, '', `/credits?from=${encodeURIComponent(path)}`);
  expect(cameFrom()).toBeNull();
});
