import { interestCategories } from '@vlam/contract/constants';
import { lifestyles, relationshipGoals } from '@vlam/contract/matching';

/** Encodes entries of a fixed list as bits, ignoring case and skipping unknown ones, and decodes them. */
function createMask<Entry extends string>(entries: readonly Entry[]) {
  return {
    size: 1 << entries.length,
    encode: (chosen: readonly string[]): number => {
      const wanted = new Set(chosen.map((entry) => entry.toLowerCase()));
      return entries.reduce((mask, entry, bit) => (wanted.has(entry.toLowerCase()) ? mask | (1 << bit) : mask), 0);
    },
    decode: (mask: number): Entry[] => entries.filter((_, bit) => mask & (1 << bit)),
  };
}

export const interestMask = createMask(interestCategories);
export const lifestyleMask = createMask(lifestyles);
export const goalMask = createMask(relationshipGoals);

/** How many bits are set. */
export function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) count++;
  return count;
}
