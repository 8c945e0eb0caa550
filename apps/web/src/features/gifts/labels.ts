import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { GiftId, giftRarities } from '@vlam/contract/gifts';
import { giftNames } from '../../lib/gift-names.ts';

export type Rarity = (typeof giftRarities)[number];

interface GiftLabel {
  name: MessageDescriptor;
  description: MessageDescriptor;
}

export const giftLabels: Record<GiftId, GiftLabel> = {
  'red-rose': { name: giftNames['red-rose'], description: msg`A single rose says it plainly` },
  'fire-emoji': { name: giftNames['fire-emoji'], description: msg`They set the room alight` },
  'golden-heart': { name: giftNames['golden-heart'], description: msg`A heart that keeps its shine` },
  'magic-sparkles': { name: giftNames['magic-sparkles'], description: msg`A handful of stars` },
  champagne: { name: giftNames.champagne, description: msg`Something to raise a glass to` },
  'royal-crown': { name: giftNames['royal-crown'], description: msg`For those who rule the evening` },
  'diamond-ring': { name: giftNames['diamond-ring'], description: msg`The rarest thing one can send` },
};

export const rarityLabels: Record<Rarity, MessageDescriptor> = {
  common: msg`Common`,
  rare: msg`Rare`,
  epic: msg`Epic`,
  legendary: msg`Legendary`,
};
