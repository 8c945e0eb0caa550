import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { relationshipStatuses } from '@vlam/contract/constants';
import type { InterestKind, moodPresets, trendingTopics } from '@vlam/contract/rules/discovery';
import type { HeatLevel } from '@vlam/contract/rules/heat';

export const kindNames: Record<InterestKind, MessageDescriptor> = {
  all: msg`All`,
  hookups: msg`Hookups`,
  photos: msg`Photos`,
  chat: msg`Chat`,
  secret: msg`Secret`,
};

export const topicNames: Record<(typeof trendingTopics)[number], MessageDescriptor> = {
  'Hookups tonight': msg`Hookups tonight`,
  'Photo exchange': msg`Photo exchange`,
  'Flirty chat': msg`Flirty chat`,
  'Secret affairs': msg`Secret affairs`,
};

export const moodNames: Record<(typeof moodPresets)[number], MessageDescriptor> = {
  Flirty: msg`Flirty`,
  Curious: msg`Curious`,
  Playful: msg`Playful`,
  Daring: msg`Daring`,
  Tender: msg`Tender`,
  Romantic: msg`Romantic`,
  Adventurous: msg`Adventurous`,
  Relaxed: msg`Relaxed`,
  Lonely: msg`Lonely`,
  Dreamy: msg`Dreamy`,
  Chatty: msg`Chatty`,
  Mischievous: msg`Mischievous`,
};

export const heatNames: Record<HeatLevel, MessageDescriptor> = {
  cool: msg`Cool`,
  warm: msg`Warm`,
  hot: msg`Hot`,
  blazing: msg`Blazing`,
};

export const statusNames: Record<'all' | (typeof relationshipStatuses)[number], MessageDescriptor> = {
  all: msg`All`,
  single: msg`Single`,
  married: msg`Married`,
  open: msg`Open`,
  discreet: msg`Discreet`,
};
