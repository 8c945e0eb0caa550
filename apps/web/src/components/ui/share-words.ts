import { useLingui } from '@lingui/react/macro';
import { earnedRand } from '../../lib/credit-value.ts';
import { useShare } from '../../lib/share.ts';

/** What a creator keeps of a price in credits, and that it is rounded where it is; undefined until the share is read. */
export function useShareWords(): (price: number) => string | undefined {
  const { t } = useLingui();
  const share = useShare()();
  return (price) => {
    if (!share) return undefined;
    const { percent } = share;
    const creator = share.of(price);
    const worth = earnedRand(creator);
    return share.isRounded(price)
      ? t`You keep ${worth}: ${creator} of ${price} credits (${percent}%, rounded)`
      : t`You keep ${worth}: ${creator} of ${price} credits (${percent}%)`;
  };
}
