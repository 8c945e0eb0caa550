/** Numbers of people in the sample world; those below `regulars` rotate online. */
const sizes = {
  full: { members: 52_480, regulars: 24_000, recent: 12_000, online: 2_847, staying: 1_200, turnover: 24 },
  /** For little memory and for tests: the same places and money with a quarter of the people. */
  small: { members: 14_000, regulars: 6_000, recent: 4_000, online: 1_000, staying: 400, turnover: 8 },
} as const;

/** Sizes of the sample world, and the figures its pulse maintains. The settings validate DEMO_SIZE. */
export const demoScale = {
  seed: 20261121,
  /** `recent` were online lately, those from `staying` on stay for a while; `turnover` arrive and leave at each run. */
  ...sizes[process.env.DEMO_SIZE === 'small' ? 'small' : 'full'],
  creators: 1_062,
  /** Number of distinct pictures; creators share them, each with its own veil. */
  pictures: 36,
  itemsPerCreator: { min: 2, max: 5 },
  available: 234,
  /** Credits that fans spent with creators before today; 80 % at R0.42, and subscriptions, are over R2 million. */
  creditsSpent: 1_600_000,
} as const;

/** The two sample creators of /test-profiles, with the prices of the specification. */
export const sampleCreators = [
  {
    slug: 'zanele',
    displayName: 'Zanele Khumalo',
    age: 28,
    city: 'Durban',
    category: 'Photography & Adult',
    subscriptionPriceCents: 19_900,
    bio: 'Photographer of quiet rooms and loud nights. Durban born, usually barefoot. Say hello before you unlock.',
    prices: [5, 15, 8, 12, 6, 10, 8, 12],
    titles: [
      'Salt and late light',
      'Rooftop, Florida Road',
      'Blue hour',
      'Slow morning',
      'Marble and steam',
      'After the show',
      'Sunday, undone',
      'Umhlanga pier',
    ],
  },
  {
    slug: 'anika',
    displayName: 'Anika van der Merwe',
    age: 31,
    city: 'Pretoria',
    category: 'Art & Adult',
    subscriptionPriceCents: 14_900,
    bio: 'Charcoal, film grain and the odd confession. New work every Thursday.',
    prices: [6, 10, 5, 15, 8, 12],
    titles: [
      'Charcoal, take four',
      'Studio, 6 a.m.',
      'Linen and smoke',
      'The long exposure',
      'Window seat',
      'Ink on the wrist',
    ],
  },
] as const;

/** Cities with their share of the people. */
export const cityWeights = {
  Johannesburg: 24,
  'Cape Town': 20,
  Durban: 16,
  Pretoria: 13,
  'Port Elizabeth': 7,
  Bloemfontein: 5,
  'East London': 5,
  Pietermaritzburg: 4,
  Polokwane: 4,
  Kimberley: 2,
} as const;

/** Demo accounts for sign-in; all share one password. */
export const demoPassword = 'vlam-demo-2026';
export const demoAccounts = [
  { email: 'fan@vlam.test', firstName: 'Vusi', lastName: 'Maseko', role: 'user', label: 'Regular User' },
  { email: 'creator@vlam.test', firstName: 'Naledi', lastName: 'Mokoena', role: 'creator', label: 'Content Creator' },
  { email: 'moderator@vlam.test', firstName: 'Ruan', lastName: 'Botha', role: 'moderator', label: 'Moderator' },
  { email: 'admin@vlam.test', firstName: 'Ayanda', lastName: 'Cele', role: 'admin', label: 'Administrator' },
] as const;
