import { useLingui } from '@lingui/react/macro';
import type { Earned } from '@vlam/contract/schemas';
import { earnedRand } from '../../lib/credit-value.ts';

/** What a sale brought its creator, as everything says it that speaks of one: what is held is never said to be theirs. */
export function useEarnedWords(): { full(earned: Earned): string; brief(earned: Earned): string } {
  const { t } = useLingui();
  return {
    full({ credits, held }) {
      const own = earnedRand(credits - held);
      const waiting = earnedRand(held);
      if (held === 0) return t`${own} in your earnings`;
      if (held === credits) return t`${waiting} held, paid with free credits`;
      return t`${own} in your earnings, ${waiting} held, paid with free credits`;
    },
    /** For a row or a corner, where its place says that it was earned. */
    brief({ credits, held }) {
      const own = earnedRand(credits - held);
      const waiting = earnedRand(held);
      if (held === 0) return own;
      return held === credits ? t`${waiting} held` : t`${own}, ${waiting} held`;
    },
  };
}
