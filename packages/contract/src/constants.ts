/** Constants of the specification that several features need. */
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

/** Codes and display names of the nine provinces. */
export const provinces = {
  EC: 'Eastern Cape',
  FS: 'Free State',
  GP: 'Gauteng',
  KZN: 'KwaZulu-Natal',
  LP: 'Limpopo',
  MP: 'Mpumalanga',
  NC: 'Northern Cape',
  NW: 'North West',
  WC: 'Western Cape',
} as const;
export type ProvinceCode = keyof typeof provinces;
export const provinceCodes = Object.keys(provinces) as [ProvinceCode, ...ProvinceCode[]];

/** Interests, named as in the specification. */
export const interestCategories = [
  'Hookups',
  'Photo Exchange',
  'Flirty Chat',
  'Casual Dating',
  'Live Shows',
  'Secret Meetings',
  'Threesome',
  'Sexting',
] as const;
export type InterestCategory = (typeof interestCategories)[number];

export const relationshipStatuses = ['single', 'married', 'open', 'discreet'] as const;

export const languages = ['en', 'af', 'zu', 'xh'] as const;

/** Rand a month for a creator who names no price. */
export const defaultSubscriptionPrice = 49;
export const signUpPriceRange = { min: 29.99, max: 999.99, initial: 99.99 } as const;
export const adultAge = 18;
export const signUpAgeRange = { min: 18, max: 65 } as const;
