import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RegistrationField, RegistrationState } from '@vlam/contract/rules/film-board';
import type { RegistrationDecision } from './api.ts';

export const fieldLabels: Record<RegistrationField, MessageDescriptor> = {
  businessName: msg`Business name`,
  registrationNumber: msg`Registration number`,
  contactPerson: msg`Contact person`,
  email: msg`Email`,
  phone: msg`Phone`,
  businessAddress: msg`Business address`,
  platformDescription: msg`Platform description`,
};

/** The texts of the rules, by what they are in English. */
export const answerMessages: Record<string, MessageDescriptor> = {
  'Business name is required': msg`Business name is required`,
  'Registration number is required': msg`Registration number is required`,
  'Contact person is required': msg`Contact person is required`,
  'Phone is required': msg`Phone is required`,
  'Business address is required': msg`Business address is required`,
  'Platform description is required': msg`Platform description is required`,
};

export const stateLabels: Record<RegistrationState, MessageDescriptor> = {
  pending: msg`Being reviewed`,
  approved: msg`Registered`,
  refused: msg`Refused`,
  lapsed: msg`Ended`,
  withdrawn: msg`Withdrawn`,
};

export const decisionLabels: Record<RegistrationDecision, MessageDescriptor> = {
  approve: msg`Approve`,
  refuse: msg`Refuse`,
  withdraw: msg`Withdraw the registration`,
  propose_exemption: msg`Propose the X18 exemption`,
  confirm_exemption: msg`Confirm the X18 exemption`,
  end_exemption: msg`End the X18 exemption`,
};

export const decisionEffects: Record<RegistrationDecision, MessageDescriptor> = {
  approve: msg`Its creator is registered until the day below. X18 needs the exemption as well`,
  refuse: msg`Its creator reads the reason and can correct it`,
  withdraw: msg`X18 items of this creator leave every screen at once`,
  propose_exemption: msg`Another member of staff confirms it`,
  confirm_exemption: msg`You are the second: its creator can publish X18 from now on`,
  end_exemption: msg`X18 items of this creator leave every screen at once. The registration stays`,
};

/** Toasts. */
export const decisionDone: Record<RegistrationDecision, MessageDescriptor> = {
  approve: msg`Approved`,
  refuse: msg`Refused`,
  withdraw: msg`Withdrawn`,
  propose_exemption: msg`Proposed: a second person confirms it`,
  confirm_exemption: msg`The exemption holds`,
  end_exemption: msg`The exemption has ended`,
};

/** Rows of the history. */
export const historyLabels: Record<string, MessageDescriptor> = {
  opened: msg`Looked at`,
  certificate_shown: msg`Certificate looked at`,
  approved: msg`Approved`,
  refused: msg`Refused`,
  withdrawn: msg`Withdrawn`,
  exemption_proposed: msg`X18 exemption proposed`,
  exemption_confirmed: msg`X18 exemption confirmed`,
  exemption_dropped: msg`Proposal dropped`,
  exemption_ended: msg`X18 exemption ended`,
};
