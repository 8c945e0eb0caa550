import { interestCategories } from '@vlam/contract/constants';
import { lifestyles, relationshipGoals } from '@vlam/contract/matching';

/** Words of a list as bits, and back, ignoring case. Unknown words are left out. */
function createMask<Word extends string>(words: readonly Word[]) {
  return {
    size: 1 << words.length,
    of: (chosen: readonly string[]): number => {
      const wanted = new Set(chosen.map((word) => word.toLowerCase()));
      return words.reduce((mask, word, bit) => (wanted.has(word.toLowerCase()) ? mask | (1 << bit) : mask), 0);
    },
    words: (mask: number): Word[] => words.filter((_, bit) => mask & (1 << bit)),
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
