/** Constants of the specification that more than one feature needs. */
export const creatorCategories = [
  'Adult Entertainment',
  'Fitness & Adult',
  'Art & Adult',
  'Dance & Adult',
  'Photography & Adult',
  'Lifestyle & Adult',
  'Music & Adult',
  'Cooking & Adult',
] as const;

export const cities = [
  'Cape Town',
  'Johannesburg',
  'Durban',
  'Pretoria',
  'Port Elizabeth',
  'Bloemfontein',
  'East London',
  'Pietermaritzburg',
  'Polokwane',
  'Kimberley',
] as const;

export const relationshipStatuses = ['single', 'married', 'open', 'discreet'] as const;

export const languages = ['en', 'af', 'zu', 'xh'] as const;

/** Rand a month when a creator has named no price. */
export const defaultSubscriptionPrice = 49;
export const signUpPriceRange = { min: 29.99, max: 999.99, initial: 99.99 } as const;
export const adultAge = 18;
export const signUpAgeRange = { min: 18, max: 65 } as const;
