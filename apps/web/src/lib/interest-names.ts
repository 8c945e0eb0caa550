import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { InterestCategory } from '@vlam/contract/constants';

/** Translated names of the interest categories. */
export const interestNames: Record<InterestCategory, MessageDescriptor> = {
  Hookups: msg`Hookups`,
  'Photo Exchange': msg`Photo Exchange`,
  'Flirty Chat': msg`Flirty Chat`,
  'Casual Dating': msg`Casual Dating`,
  'Live Shows': msg`Live Shows`,
  'Secret Meetings': msg`Secret Meetings`,
  Threesome: msg`Threesome`,
  Sexting: msg`Sexting`,
};
