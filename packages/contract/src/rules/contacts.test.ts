import { expect, it } from 'vitest';
import { normalizeAddress } from './contacts.ts';

it.each([
  [' Naledi@Family.Test ', 'naledi@family.test'],
  ['thabo+work@firm.co.za', 'thabo@firm.co.za'],
  ['T.h.a.b.o+x@GoogleMail.com', 'thabo@gmail.com'],
  ['a.b@firm.co.za', 'a.b@firm.co.za'],
])('compares %s as %s', (typed, compared) => {
  expect(normalizeAddress(typed)).toBe(compared);
});

it.each(['', 'naledi', 'naledi@', '@family.test', 'naledi@family', '+x@family.test', 'a b@c.de'])(
  'finds no address in "%s"',
  (typed) => {
    expect(normalizeAddress(typed)).toBeNull();
  },
);
