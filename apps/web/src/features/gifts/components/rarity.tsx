import { useLingui } from '@lingui/react/macro';
import { giftRarities } from '@vlam/contract/gifts';
import { clsx } from 'clsx';
import { type Rarity, rarityLabels } from '../labels.ts';

/** Rarity of a gift: one to four diamonds and a label. */
export function RarityMark({ rarity, className }: { rarity: Rarity; className?: string }) {
  const { i18n } = useLingui();
  const level = giftRarities.indexOf(rarity);
  return (
    <span className={clsx('flex items-center gap-1.5 text-meta', className)}>
      <span aria-hidden className="inline-flex gap-[3px]">
        {giftRarities.map((each, index) => (
          <i
            key={each}
            className={clsx('size-[5px] rotate-45', index <= level ? 'bg-current' : 'bg-current opacity-25')}
          />
        ))}
      </span>
      {i18n._(rarityLabels[rarity])}
    </span>
  );
}
