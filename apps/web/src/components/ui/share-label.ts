import { useLingui } from '@lingui/react/macro';
import { earnedRand } from '../../lib/credit-value.ts';
import { useShare } from '../../lib/share.ts';

/** Text on a creator's share of a price in credits, with a note when it is rounded; undefined while loading. */
export function useShareLabel(): (price: number) => string | undefined {
  const { t } = useLingui();
  const share = useShare()();
  return (price) => {
    if (!share) return undefined;
    const { percent } = share;
    // The price in credits stands at its field; rand and credits share no line.
    const worth = earnedRand(share.of(price));
    return share.isRounded(price) ? t`You keep ${worth} (${percent}%, rounded)` : t`You keep ${worth} (${percent}%)`;
  };
}
