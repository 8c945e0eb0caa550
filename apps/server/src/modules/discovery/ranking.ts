import { createHmac } from 'node:crypto';
import { type InterestCategory, interestCategories } from '@vlam/contract/constants';
import type { KeyRing } from '../../platform/key-ring.ts';

/** Band of the last visit: 0 now, 1 within the hour, 2 the day, 3 the week, 4 longer. */
export type Band = 0 | 1 | 2 | 3 | 4;

const minuteMs = 60_000;
/** "Now" in an order lasts a little longer than the online dot, so that it is updated only every few minutes. */
export const bandsByAge = [5 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs, 7 * 24 * 60 * minuteMs] as const;
const noEnd = new Date('9999-01-01T00:00:00Z');

export function bandAt(lastSeenAt: Date | null, now: Date): { band: Band; until: Date } {
  if (lastSeenAt) {
    const age = now.getTime() - lastSeenAt.getTime();
    const band = bandsByAge.findIndex((end) => age < end);
    const end = bandsByAge[band];
    if (end !== undefined) return { band: band as Band, until: new Date(lastSeenAt.getTime() + end) };
  }
  return { band: 4, until: noEnd };
}

export const boosts = [10, 5, 3, 1] as const;
export type Boost = (typeof boosts)[number];
export const asBoost = (value: number): Boost => boosts.find((boost) => value >= boost) ?? 1;

/**
 * Rank within a distance, lowest first. A boost multiplies a weight of the band, 1.6, 1.4, 1.25, 1.1 and 1 from now to
 * long ago. Boosts differ by more than that (1 × 1.6 < 3, 3 × 1.6 < 5, 5 × 1.6 < 10), so the products sort by boost,
 * then band, and that order is stored.
 */
export const rankOf = (boost: Boost, band: Band): number => boosts.indexOf(boost) * 5 + band;

export const orderKeyOf = (keys: KeyRing): Buffer => keys.lookup('order of people');

/** Tie-break, the same for every viewer until the key changes; it cannot be computed from an id without the key. */
export const tieOf = (key: Buffer, profileId: string): bigint =>
  createHmac('sha256', key).update(profileId).digest().readBigInt64BE(0);

const bits = new Map(interestCategories.map((category, index) => [category.toLowerCase(), 1 << index]));

/** One bit for each category among these words, ignoring case. */
export const interestBits = (words: readonly string[]): number =>
  words.reduce((all, word) => all | (bits.get(word.toLowerCase()) ?? 0), 0);
export const interestBit = (category: InterestCategory): number => interestBits([category]);
