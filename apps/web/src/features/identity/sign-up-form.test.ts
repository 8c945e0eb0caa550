import { describe, expect, it } from 'vitest';
import { checkAccountStep, checkProfileStep, emptyAccountStep, emptyProfileStep, profileBody } from './sign-up-form.ts';

const account = {
  email: 'mbali@people.test',
  password: 'quiet-lamp-9',
  confirmPassword: 'quiet-lamp-9',
  firstName: 'Mbali',
  lastName: 'Maseko',
};
const creator = {
  ...emptyProfileStep,
  displayName: 'Mbali M',
  bio: 'Slow mornings and long exposures.',
  age: '26',
  location: 'Durban',
  category: 'Music & Adult',
};

describe('sign-up, step 1', () => {
  it('accepts a whole form', () => expect(checkAccountStep(account)).toEqual({}));

  it.each([
    ['email', 'mbali', 'Please enter a valid email address'],
    ['password', 'short', 'Password must be at least 8 characters'],
    ['firstName', 'M', 'First name is required'],
    ['lastName', ' ', 'Last name is required'],
  ])('says what is wrong with %s', (field, value, message) => {
    expect(checkAccountStep({ ...account, [field]: value })[field]).toBe(message);
  });

  it('says when the passwords differ', () => {
    expect(checkAccountStep({ ...account, confirmPassword: 'other' })).toEqual({
      confirmPassword: "Passwords don't match",
    });
  });

  it('names every empty field at once', () => {
    expect(Object.keys(checkAccountStep(emptyAccountStep)).sort()).toEqual([
      'email',
      'firstName',
      'lastName',
      'password',
    ]);
  });
});

describe('sign-up, step 2', () => {
  it('accepts a creator', () => expect(checkProfileStep(creator)).toEqual({}));

  it.each([
    ['displayName', 'Mb', 'Display name must be at least 3 characters'],
    ['bio', 'Slow mornings,', 'Please write a brief bio (at least 20 characters)'],
    ['age', '17', 'You must be between 18 and 65 years old'],
    ['age', '66', 'You must be between 18 and 65 years old'],
    ['age', 'old', 'You must be between 18 and 65 years old'],
    ['location', '', 'Location is required'],
    ['category', '', 'Please select a category'],
    ['subscriptionPrice', '29.98', 'Subscription price must be between R29.99 and R999.99'],
    ['subscriptionPrice', '1000', 'Subscription price must be between R29.99 and R999.99'],
    ['subscriptionPrice', '', 'Subscription price must be between R29.99 and R999.99'],
  ])('says what is wrong with %s', (field, value, message) => {
    expect(checkProfileStep({ ...creator, [field]: value })[field]).toBe(message);
  });

  it('asks a fan for neither bio, category nor price, and sends neither', () => {
    const fan = { ...creator, isFan: true, bio: '', category: '', subscriptionPrice: '' };
    expect(checkProfileStep(fan)).toEqual({});
    expect(profileBody(fan, 'id')).not.toHaveProperty('category');
    expect(profileBody(fan, 'id')).not.toHaveProperty('subscriptionPrice');
  });

  it('names every wrong field of a creator at once', () => {
    expect(Object.keys(checkProfileStep({ ...emptyProfileStep, subscriptionPrice: '5' })).sort()).toEqual([
      'age',
      'bio',
      'category',
      'displayName',
      'location',
      'subscriptionPrice',
    ]);
  });
});
