import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { GiftId, giftRarities } from '@vlam/contract/gifts';

export type Rarity = (typeof giftRarities)[number];

interface GiftWords {
  name: MessageDescriptor;
  description: MessageDescriptor;
}

export const giftWords: Record<GiftId, GiftWords> = {
  'red-rose': { name: msg`Red Rose`, description: msg`A single rose says it plainly` },
  'fire-emoji': { name: msg`Fire Emoji`, description: msg`They set the room alight` },
  'golden-heart': { name: msg`Golden Heart`, description: msg`A heart that keeps its shine` },
  'magic-sparkles': { name: msg`Magic Sparkles`, description: msg`A handful of stars` },
  champagne: { name: msg`Champagne`, description: msg`Something to raise a glass to` },
  'royal-crown': { name: msg`Royal Crown`, description: msg`For those who rule the evening` },
  'diamond-ring': { name: msg`Diamond Ring`, description: msg`The rarest thing one can send` },
};

export const rarityWords: Record<Rarity, MessageDescriptor> = {
  common: msg`Common`,
  rare: msg`Rare`,
  epic: msg`Epic`,
  legendary: msg`Legendary`,
};
