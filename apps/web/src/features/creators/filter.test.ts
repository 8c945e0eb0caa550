import { expect, it } from 'vitest';
import { toQuery } from './api.ts';
import { isFiltered, noFilter, readFilter, toSearch } from './filter.ts';

const all = {
  q: 'late light',
  category: 'Music & Adult',
  price: '50-100',
  online: true,
  new: true,
  following: true,
} as const;

it('survives the URL', () => {
  const search = Object.entries(toSearch(all)).map(([name, value]) => [name, String(value)]);
  expect(readFilter(new URLSearchParams(search))).toEqual(all);
  expect(isFiltered(all)).toBe(true);
  expect(isFiltered(readFilter(new URLSearchParams()))).toBe(false);
});

it('ignores what the URL should not hold', () => {
  const params = new URLSearchParams({ q: ` ${'x'.repeat(99)}`, category: 'Tax', price: '0-1', online: 'true' });
  expect(readFilter(params)).toEqual({ ...noFilter, q: 'x'.repeat(64) });
});

it('asks the server for bounds of the price, and for newcomers newest first', () => {
  expect(toQuery(all)).toEqual({
    q: 'late light',
    category: 'Music & Adult',
    minPrice: '50',
    maxPrice: '100',
    online: 'yes',
    new: 'yes',
    following: 'yes',
    sort: 'newest',
    limit: '12',
  });
  expect(toQuery({ ...noFilter, price: 'from-200' })).toEqual({ minPrice: '200', limit: '12' });
});
