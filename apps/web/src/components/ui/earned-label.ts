import { useLingui } from '@lingui/react/macro';
import type { Earned } from '@vlam/contract/schemas';
import { earnedRand } from '../../lib/credit-value.ts';

/** Text for a creator's earnings from a sale. Held earnings are named apart, because the creator may still lose them. */
export function useEarnedLabel(): { full(earned: Earned): string; brief(earned: Earned): string } {
  const { t } = useLingui();
  return {
    full({ credits, held }) {
      const own = earnedRand(credits - held);
      const waiting = earnedRand(held);
      if (held === 0) return t`${own} in your earnings`;
      if (held === credits) return t`${waiting} held, paid with free credits`;
      return t`${own} in your earnings, ${waiting} held, paid with free credits`;
    },
    /** Short form, where the context already says that the amount was earned. */
    brief({ credits, held }) {
      const own = earnedRand(credits - held);
      const waiting = earnedRand(held);
      if (held === 0) return own;
      return held === credits ? t`${waiting} held` : t`${own}, ${waiting} held`;
    },
  };
}
