import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OwnProfile } from './own-api.ts';
import type { noStatus } from './own-form.ts';

type Status = NonNullable<OwnProfile['relationshipStatus']>;

export const statusWords: Record<Status, MessageDescriptor> = {
  single: msg`Single`,
  married: msg`Married`,
  open: msg`Open`,
  discreet: msg`Discreet`,
};
export const statusChoices: Record<Status | typeof noStatus, MessageDescriptor> = {
  none: msg`I'd rather not say`,
  ...statusWords,
};

/** What people look for here, by the word that is stored. */
export const lookingForWords: Record<string, MessageDescriptor> = {
  Chat: msg`Chat`,
  Company: msg`Company`,
  Friendship: msg`Friendship`,
  'Casual dating': msg`Casual dating`,
  'Something lasting': msg`Something lasting`,
  Art: msg`Art`,
  'Photo exchange': msg`Photo exchange`,
  'Live shows': msg`Live shows`,
};
