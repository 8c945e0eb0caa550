import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from '@vlam/contract/identity';
import type { UserStatus } from '@vlam/contract/rules/users';

export const roleLabels: Record<Role, MessageDescriptor> = {
  user: msg`User`,
  creator: msg`Creator`,
  moderator: msg`Moderator`,
  admin: msg`Admin`,
};

export const statusLabels: Record<UserStatus, MessageDescriptor> = {
  active: msg`Active`,
  unverified: msg`Unverified`,
  suspended: msg`Suspended`,
  inactive: msg`Inactive`,
};
