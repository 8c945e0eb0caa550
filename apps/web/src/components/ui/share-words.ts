import { useLingui } from '@lingui/react/macro';
import { creatorPercent, isSplitRounded, splitPrice } from '@vlam/contract/rules/split';
import { earnedRand } from '../../lib/credit-value.ts';

/** What a creator keeps of a price in credits, and that it is rounded where it is. */
export function useShareWords(): (price: number) => string {
  const { t } = useLingui();
  return (price) => {
    const { creator } = splitPrice(price);
    const worth = earnedRand(creator);
    return isSplitRounded(price)
      ? t`You keep ${worth}: ${creator} of ${price} credits (${creatorPercent}%, rounded)`
      : t`You keep ${worth}: ${creator} of ${price} credits (${creatorPercent}%)`;
  };
}
