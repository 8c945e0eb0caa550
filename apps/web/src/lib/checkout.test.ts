import { afterEach, expect, it } from 'vitest';
import { goToCheckout, readCheckoutContext, returnHere, returnPath } from './checkout.ts';

afterEach(() => {
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});

it('returns the member from buying credits to the screen that showed the price', () => {
  history.replaceState(null, '', '/profile/7?tab=photos');
  const { from } = returnHere();
  history.replaceState(null, '', `/credits?from=${encodeURIComponent(from)}`);
  expect(returnPath()).toBe('/profile/7?tab=photos');
  goToCheckout({ purpose: 'pack', reference: 'p100' });
  expect(readCheckoutContext('pack')?.back).toBe('/profile/7?tab=photos');
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
])('never returns a path to another site: %j', (path) => {
  history.replaceState(null, '', `/credits?from=${encodeURIComponent(path)}`);
  expect(returnPath()).toBeNull();
});
