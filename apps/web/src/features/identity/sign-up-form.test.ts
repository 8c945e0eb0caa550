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
  isFan: false,
  displayName: 'Mbali M',
  bio: 'Slow mornings and long exposures.',
  age: '26',
  location: 'Durban',
  category: 'Music & Adult',
};

describe('sign-up, step 1', () => {
  it('accepts a complete form', () => expect(checkAccountStep(account)).toEqual({}));

  it.each([
    ['email', 'mbali', 'Please enter a valid email address'],
    ['password', 'short', 'Password must be at least 8 characters'],
    ['firstName', 'M', 'First name is required'],
    ['lastName', ' ', 'Last name is required'],
  ])('returns the error of %s', (field, value, message) => {
    expect(checkAccountStep({ ...account, [field]: value })[field]).toBe(message);
  });

  it('refuses different passwords', () => {
    expect(checkAccountStep({ ...account, confirmPassword: 'other' })).toEqual({
      confirmPassword: "Passwords don't match",
    });
  });

  it('returns the errors of all empty fields', () => {
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
  ])('returns the error of %s', (field, value, message) => {
    expect(checkProfileStep({ ...creator, [field]: value })[field]).toBe(message);
  });

  it('requires neither bio, category nor price of a fan, and sends none', () => {
    const fan = { ...creator, isFan: true, bio: '', category: '', subscriptionPrice: '' };
    expect(checkProfileStep(fan)).toEqual({});
    expect(profileBody(fan, 'id')).not.toHaveProperty('category');
    expect(profileBody(fan, 'id')).not.toHaveProperty('subscriptionPrice');
  });

  it('returns the errors of all invalid fields of a creator', () => {
    expect(Object.keys(checkProfileStep({ ...emptyProfileStep, isFan: false, subscriptionPrice: '5' })).sort()).toEqual(
      ['age', 'bio', 'category', 'displayName', 'location', 'subscriptionPrice'],
    );
  });
});
