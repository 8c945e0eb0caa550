import { expect, it } from 'vitest';
import {
  bundleBody,
  checkBundleDetails,
  checkBundleForm,
  discountPercent,
  emptyBundleForm,
  parseTags,
} from './bundle-form.ts';

const form = {
  ...emptyBundleForm,
  title: 'Coast, slowly',
  category: 'beach',
  price: '180',
  contentIds: ['one', 'two'],
};

it('requires two items, a title, a category and a whole price', () => {
  expect(checkBundleForm(form)).toEqual({});
  expect(Object.keys(checkBundleForm(emptyBundleForm)).sort()).toEqual(['category', 'contentIds', 'price', 'title']);
  expect(checkBundleForm({ ...form, contentIds: ['one'] })).toEqual({ contentIds: 'Choose at least 2 items' });
});

it.each(['0', '1.5', '10001', 'ten', ''])('refuses the price %s', (price) => {
  expect(Object.keys(checkBundleForm({ ...form, price }))).toEqual(['price']);
});

it('parses tags between commas without duplicates', () => {
  expect(parseTags(' dusk, , sea,dusk ')).toEqual(['dusk', 'sea']);
  expect(bundleBody({ ...form, tags: 'dusk, sea' })).toMatchObject({ tags: ['dusk', 'sea'], price: 180 });
});

it('checks title and price without items when a bundle is edited', () => {
  expect(checkBundleDetails({ ...form, contentIds: [] })).toEqual({});
  expect(Object.keys(checkBundleDetails({ ...form, price: '0', contentIds: [] }))).toEqual(['price']);
});

it.each([
  [40, 120, 67],
  [120, 120, 0],
  [150, 120, 0],
  [0, 120, 0],
])('a price of %i for items worth %i is a discount of %i %', (price, worth, percent) => {
  expect(discountPercent(price, worth)).toBe(percent);
});
