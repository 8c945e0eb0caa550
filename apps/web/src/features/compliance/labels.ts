import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComplianceLevel, RegistrationState } from '@vlam/contract/rules/film-board';

export const levelLabels: Record<ComplianceLevel, MessageDescriptor> = {
  Basic: msg`Basic`,
  Registered: msg`Registered`,
  X18: msg`X18`,
};

/** State of the newest application, where no registration holds. */
export const registrationLabels: Record<RegistrationState, MessageDescriptor> = {
  pending: msg`Being reviewed`,
  approved: msg`Not yet valid`,
  refused: msg`Refused`,
  lapsed: msg`Ended`,
  withdrawn: msg`Withdrawn`,
};
