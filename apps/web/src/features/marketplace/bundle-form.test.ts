import { expect, it } from 'vitest';
import { bundleBody, checkBundleForm, emptyBundleForm, tagsOf } from './bundle-form.ts';

const form = {
  ...emptyBundleForm,
  title: 'Coast, slowly',
  category: 'beach',
  price: '180',
  contentIds: ['one', 'two'],
};

it('takes two items, a title, a category and a whole price', () => {
  expect(checkBundleForm(form)).toEqual({});
  expect(Object.keys(checkBundleForm(emptyBundleForm)).sort()).toEqual(['category', 'contentIds', 'price', 'title']);
  expect(checkBundleForm({ ...form, contentIds: ['one'] })).toEqual({ contentIds: 'Choose at least 2 items' });
});

it.each(['0', '1.5', '10001', 'ten', ''])('refuses the price %s', (price) => {
  expect(Object.keys(checkBundleForm({ ...form, price }))).toEqual(['price']);
});

it('reads tags between commas once each', () => {
  expect(tagsOf(' dusk, , sea,dusk ')).toEqual(['dusk', 'sea']);
  expect(bundleBody({ ...form, tags: 'dusk, sea' })).toMatchObject({ tags: ['dusk', 'sea'], price: 180 });
});
