import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Orientation, PromptName } from '@vlam/contract/rules/about';

export const orientationLabels: Record<Orientation, MessageDescriptor> = {
  straight: msg`Straight`,
  gay: msg`Gay`,
  lesbian: msg`Lesbian`,
  bisexual: msg`Bisexual`,
  pansexual: msg`Pansexual`,
  queer: msg`Queer`,
  asexual: msg`Asexual`,
  questioning: msg`Still finding out`,
};

export const promptLabels: Record<PromptName, MessageDescriptor> = {
  sunday: msg`A good Sunday`,
  ask: msg`Ask me about`,
  laugh: msg`What makes me laugh`,
  evening: msg`My kind of evening`,
  place: msg`A place I keep going back to`,
  song: msg`A song I never skip`,
  learning: msg`Something I am learning`,
  ease: msg`I feel at ease when`,
  message: msg`A good first message to me`,
  together: msg`We get on if`,
};
