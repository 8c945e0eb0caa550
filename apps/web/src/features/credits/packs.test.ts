import { expect, it } from 'vitest';
import { creditPacks, savingOf } from './packs.ts';

it('saves 0, 33, 46 and 57 percent', () => {
  expect(creditPacks.map(savingOf)).toEqual([0, 33, 46, 57]);
});

it('recommends one pack', () => {
  expect(creditPacks.filter((pack) => pack.isPopular).map((pack) => pack.price)).toEqual([199]);
});
