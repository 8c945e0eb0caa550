import { useLingui } from '@lingui/react/macro';
import { creatorPercent, isSplitRounded, splitPrice } from '@vlam/contract/rules/split';
import { randOfCredits } from './credit-price.tsx';

/** What a creator keeps of a price in credits, and that it is rounded where it is. */
export function useShareWords(): (price: number) => string {
  const { t } = useLingui();
  return (price) => {
    const { creator } = splitPrice(price);
    const worth = randOfCredits(creator);
    return isSplitRounded(price)
      ? t`You keep ${creator} of ${price} credits (${creatorPercent}%, rounded), ${worth}`
      : t`You keep ${creator} of ${price} credits (${creatorPercent}%), ${worth}`;
  };
}
