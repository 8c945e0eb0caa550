import { useLingui } from '@lingui/react/macro';
import { gifts } from '@vlam/contract/gifts';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import type { Gift } from '../api.ts';
import { giftLabels } from '../labels.ts';
import { GiftArt } from './gift-art.tsx';
import { RarityMark } from './rarity.tsx';

/** The seven gifts, cheapest first. */
export function GiftGrid({ onChoose }: { onChoose(gift: Gift): void }) {
  const { i18n } = useLingui();
  return (
    <ul className="mt-6 grid grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-4 lg:gap-x-5 lg:gap-y-9">
      {gifts.map((gift) => (
        <li key={gift.id} className="last:col-span-2">
          <button type="button" onClick={() => onChoose(gift)} className="press group block w-full text-left">
            <span className="grid aspect-square items-center overflow-hidden rounded-card in-[li:last-child]:aspect-[calc(2+12/172)] in-[li:last-child]:bg-[#171112]">
              <GiftArt
                gift={gift.id}
                className="block size-full min-h-0 transition-[scale] duration-(--dur-3) ease-vlam group-hover:scale-104"
              />
            </span>
            <span className="d4 mt-3 block">{i18n._(giftLabels[gift.id].name)}</span>
            <RarityMark rarity={gift.rarity} className="mt-1 text-muted" />
            <CreditPrice credits={gift.credits} className="mt-2" />
          </button>
        </li>
      ))}
    </ul>
  );
}
