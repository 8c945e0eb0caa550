import { expect, it } from 'vitest';
import { checkRequestForm, emptyRequestForm, parsePrice } from './request-form.ts';

const creator = { id: 'one', displayName: 'Zanele', avatar: '' };
const form = { ...emptyRequestForm(creator), title: 'Sunrise', description: 'On the roof', offeredPrice: '250' };

it('requires a creator, a title, a description and a whole price', () => {
  expect(checkRequestForm(form)).toEqual({});
  expect(checkRequestForm({ ...emptyRequestForm(null), offeredPrice: '' })).toEqual({
    creatorId: 'Choose a creator',
    title: 'Title is required',
    description: 'Description is required',
    offeredPrice: 'Use a whole number from 5 to 10,000',
  });
});

it.each(['0', '-5', '1.5', '10001', 'ten', ''])('parses %s as no price', (text) => {
  expect(parsePrice(text)).toBe(0);
});
