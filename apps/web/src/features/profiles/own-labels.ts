import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OwnProfile } from './own-api.ts';
import type { noStatus } from './own-form.ts';

type Status = NonNullable<OwnProfile['relationshipStatus']>;

export const relationshipStatusLabels: Record<Status, MessageDescriptor> = {
  single: msg`Single`,
  married: msg`Married`,
  open: msg`Open`,
  discreet: msg`Discreet`,
};
export const statusChoices: Record<Status | typeof noStatus, MessageDescriptor> = {
  none: msg`I'd rather not say`,
  ...relationshipStatusLabels,
};

/** Labels of the `lookingFor` choices, by their stored value. */
export const lookingForLabels: Record<string, MessageDescriptor> = {
  Chat: msg`Chat`,
  Company: msg`Company`,
  Friendship: msg`Friendship`,
  'Casual dating': msg`Casual dating`,
  'Something lasting': msg`Something lasting`,
  Art: msg`Art`,
  'Photo exchange': msg`Photo exchange`,
  'Live shows': msg`Live shows`,
};
