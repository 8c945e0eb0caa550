import type { InterestCategory } from '@vlam/contract/constants';

/** Sizes of the feed, the cravings and the live shows; the pulse maintains them. */
export const activityScale = {
  /** Posts of each category: 64, of which 21 under Hookups, 17 Photos, 18 Chat and 8 Secret. */
  posts: {
    Hookups: 11,
    'Photo Exchange': 10,
    'Flirty Chat': 12,
    'Casual Dating': 7,
    'Live Shows': 7,
    'Secret Meetings': 8,
    Threesome: 3,
    Sexting: 6,
  },
  moods: 240,
  lives: 89,
  /** Runs of the pulse after which the oldest post is replaced by a new one; likewise a mood and a show. */
  beatsPerPost: 12,
  beatsPerMood: 6,
  beatsPerLive: 9,
} as const satisfies { posts: Record<InterestCategory, number>; [figure: string]: unknown };

interface Craved {
  category: InterestCategory;
  /** People of the last day; the count varies by `swing` within `swingMs`. */
  people: number;
  swing: number;
  /** Of these, since the Johannesburg day began. */
  today: number;
}

/** Cravings of the sample people; those of today match the trends that the specification names. */
export const craved: readonly Craved[] = [
  { category: 'Hookups', people: 412, swing: 38, today: 234 },
  { category: 'Flirty Chat', people: 318, swing: 21, today: 156 },
  { category: 'Casual Dating', people: 267, swing: -9, today: 148 },
  { category: 'Photo Exchange', people: 243, swing: 12, today: 189 },
  { category: 'Live Shows', people: 189, swing: 7, today: 104 },
  { category: 'Sexting', people: 156, swing: -5, today: 86 },
  { category: 'Secret Meetings', people: 124, swing: 4, today: 87 },
  { category: 'Threesome', people: 87, swing: 3, today: 48 },
];
const swingMs = 4 * 60 * 60_000;

/** Number of people who crave it, `sinceBeginMs` after the world was made; an hour earlier it was `swing` fewer. */
export const cravedAt = ({ people, swing }: Craved, sinceBeginMs: number): number =>
  people + Math.round(swing * Math.sin((2 * Math.PI * sinceBeginMs) / swingMs));

/** Growth of each city, in per cent, against the window before the world was made. */
export const firstGrowth: Readonly<Record<string, number>> = {
  Johannesburg: 18,
  'Cape Town': 12,
  Durban: 9,
  Pretoria: 14,
  'Port Elizabeth': 6,
  Bloemfontein: 4,
  'East London': -2,
  Pietermaritzburg: 7,
  Polokwane: 3,
  Kimberley: -4,
};

/** Interval of the pulse. */
export const beatMs = 20_000;
