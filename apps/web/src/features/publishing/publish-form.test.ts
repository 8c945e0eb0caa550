import { expect, it } from 'vitest';
import { checkPublishForm, emptyPublishForm, publishBody } from './publish-form.ts';

const form = { ...emptyPublishForm, title: 'Blue hour' };

it('returns the messages of the specification', () => {
  expect(checkPublishForm({ ...form, title: ' ' }, true)).toEqual({ title: 'Title is required' });
  expect(checkPublishForm({ ...form, title: 'x'.repeat(101) }, true)).toEqual({ title: 'Title too long' });
  expect(checkPublishForm({ ...form, description: 'x'.repeat(501) }, true)).toEqual({
    description: 'Description too long',
  });
  expect(checkPublishForm({ ...form, source: 'address', mediaUrl: 'blue hour' }, false)).toEqual({
    mediaUrl: 'Valid URL required',
  });
});

it('requires a file unless a URL is given', () => {
  expect(checkPublishForm(form, false)).toEqual({ source: 'Choose a picture' });
  expect(checkPublishForm({ ...form, source: 'address', mediaUrl: 'https://example.com/a.jpg' }, false)).toEqual({});
});

it.each(['-1', '1.5', '10001', 'five'])('refuses the price %s', (price) => {
  expect(Object.keys(checkPublishForm({ ...form, isPremium: true, price }, true))).toEqual(['price']);
  expect(checkPublishForm({ ...form, isPremium: false, price }, true)).toEqual({});
});

it('sends the tip goal as a number or null', () => {
  expect(publishBody(form, 'one').tipGoal).toBeNull();
  expect(publishBody({ ...form, tipGoal: '499,50' }, 'one').tipGoal).toBe(499.5);
  expect(Object.keys(checkPublishForm({ ...form, tipGoal: '0' }, true))).toEqual(['tipGoal']);
});

it('sends price 0 for items that are not premium', () => {
  expect(publishBody({ ...form, price: '15' }, 'one')).toMatchObject({ price: 0, isPremium: false, mediaId: 'one' });
  expect(publishBody({ ...form, price: '', isPremium: true }, 'one').price).toBe(0);
});
