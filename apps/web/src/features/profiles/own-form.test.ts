import { expect, it } from 'vitest';
import { checkOwnForm, emptyOwnForm, newProfileBody, profileChangeBody } from './own-form.ts';

const fan = { ...emptyOwnForm, displayName: 'Thandi', age: '28', location: 'Durban' };
const creator = { ...fan, isCreator: true, category: 'Art & Adult', bio: 'Quiet rooms and loud nights.' };

it('requires a bio only of creators', () => {
  expect(checkOwnForm(fan, true)).toEqual({});
  expect(checkOwnForm(creator, true)).toEqual({});
  const message = 'Please write a brief bio (at least 20 characters)';
  expect(checkOwnForm({ ...creator, bio: 'Too short' }, true)).toEqual({ bio: message });
  expect(checkOwnForm({ ...creator, bio: 'Too short' }, false)).toEqual({ bio: message });
});

it('returns the messages of the specification', () => {
  expect(checkOwnForm({ ...creator, displayName: 'T', age: '17', location: '', category: '' }, true)).toEqual({
    displayName: 'Display name must be at least 3 characters',
    age: 'You must be between 18 and 65 years old',
    location: 'Location is required',
    category: 'Please select a category',
  });
  expect(checkOwnForm({ ...creator, subscriptionPrice: '12' }, false)).toEqual({
    subscriptionPrice: 'Subscription price must be between R29.99 and R999.99',
  });
});

it('parses a price with a comma and sends no price for a fan', () => {
  expect(profileChangeBody({ ...creator, subscriptionPrice: '99,50' }).subscriptionPrice).toBe(99.5);
  expect(profileChangeBody(fan)).not.toHaveProperty('category');
});

it('sends the age only with a new profile, and a missing status as null', () => {
  expect(newProfileBody(fan)).toMatchObject({ age: 28, relationshipStatus: null });
  expect(profileChangeBody(fan)).not.toHaveProperty('age');
});
