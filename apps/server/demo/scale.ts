import type { FilmName } from './film-files.ts';

/** Numbers of people in the sample world; those below `regulars` rotate online. */
const sizes = {
  full: {
    pictures: 240,
    members: 52_480,
    regulars: 24_000,
    recent: 12_000,
    online: 2_847,
    staying: 1_200,
    turnover: 24,
  },
  /** For little memory and for tests: the same places and money with a quarter of the people. */
  small: { pictures: 96, members: 14_000, regulars: 6_000, recent: 4_000, online: 1_000, staying: 400, turnover: 8 },
} as const;

/** Sizes of the sample world with its distinct pictures, which creators share, each with its own veil, and the figures its pulse maintains. The settings validate DEMO_SIZE. */
export const demoScale = {
  seed: 20261121,
  /** `recent` were online lately, those from `staying` on stay for a while; `turnover` arrive and leave at each run. */
  ...sizes[process.env.DEMO_SIZE === 'small' ? 'small' : 'full'],
  creators: 1_062,
  itemsPerCreator: { min: 2, max: 5 },
  available: 234,
  /** Credits that fans spent with creators before today; 80 % at R0.42, and subscriptions, are over R2 million. */
  creditsSpent: 1_600_000,
} as const;

/** An item of a sample creator: a picture where no film is named. */
export interface SampleWork {
  title: string;
  price: number;
  film?: FilmName;
  isExclusive?: boolean;
}

interface SampleCreator {
  slug: string;
  displayName: string;
  age: number;
  city: string;
  category: string;
  subscriptionPriceCents: number;
  bio: string;
  items: readonly SampleWork[];
}

/**
 * The two sample creators of /test-profiles, with the prices of the specification: photos 5 to 8, exclusive ones 8 to
 * 12, short videos 10 to 12, premium videos 15 and more.
 */
export const sampleCreators = [
  {
    slug: 'zanele',
    displayName: 'Zanele Khumalo',
    age: 28,
    city: 'Durban',
    category: 'Photography & Adult',
    subscriptionPriceCents: 19_900,
    bio: 'Photographer of quiet rooms and loud nights. Durban born, usually barefoot. Say hello before you unlock.',
    items: [
      { title: 'Salt and late light', price: 5 },
      { title: 'Rooftop, Florida Road', price: 15, film: 'drift' },
      { title: 'Blue hour', price: 8, isExclusive: true },
      { title: 'Slow morning', price: 12, isExclusive: true },
      { title: 'Marble and steam', price: 6 },
      { title: 'After the show', price: 10, film: 'lantern' },
      { title: 'Sunday, undone', price: 8 },
      { title: 'Umhlanga pier', price: 12, isExclusive: true },
      { title: 'One wave, one take', price: 12, film: 'tide' },
      { title: 'Neon, the long cut', price: 18, film: 'arcade' },
      { title: 'Rain on the skylight', price: 6, film: 'rain' },
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
    items: [
      { title: 'Charcoal, take four', price: 6 },
      { title: 'Studio, 6 a.m.', price: 10, film: 'lantern' },
      { title: 'Linen and smoke', price: 5 },
      { title: 'The long exposure', price: 15, film: 'drift' },
      { title: 'Window seat', price: 8, isExclusive: true },
      { title: 'Ink on the wrist', price: 12, isExclusive: true },
      { title: 'Tide, from memory', price: 12, film: 'tide' },
      { title: 'Neon behind glass', price: 20, film: 'arcade' },
      { title: 'Three singing bowls', price: 8, film: 'bowls' },
    ],
  },
] as const satisfies readonly SampleCreator[];

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
