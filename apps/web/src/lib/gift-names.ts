import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { GiftId } from '@vlam/contract/gifts';

export const giftNames: Record<GiftId, MessageDescriptor> = {
  'red-rose': msg`Red Rose`,
  'fire-emoji': msg`Fire Emoji`,
  'golden-heart': msg`Golden Heart`,
  'magic-sparkles': msg`Magic Sparkles`,
  champagne: msg`Champagne`,
  'royal-crown': msg`Royal Crown`,
  'diamond-ring': msg`Diamond Ring`,
};
