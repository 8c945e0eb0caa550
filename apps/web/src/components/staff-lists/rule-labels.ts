import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CommunityRule, DecisionAction } from '@vlam/contract/rules/community';

/** The rules as members read them. */
export const ruleLabels: Record<CommunityRule, MessageDescriptor> = {
  consent: msg`Everyone in it must have agreed`,
  private_image: msg`No private pictures of others`,
  minors: msg`Adults only, without exception`,
  violence: msg`No violence`,
  threats: msg`No threats or harassment`,
  impersonation: msg`Be yourself, not somebody else`,
  paid_meetings: msg`No meetings for money`,
  fraud: msg`No fraud, and no payments outside Vlam`,
  spam: msg`No spam`,
  copyright: msg`Only what is yours to share`,
  classification: msg`Rated as it is`,
  privacy: msg`No personal details of others`,
  quality: msg`A clear picture of what is said`,
  other: msg`Another rule`,
};

/** What staff did. */
export const decisionActionLabels: Record<DecisionAction, MessageDescriptor> = {
  held_back: msg`Held back`,
  not_published: msg`Not published`,
  removed: msg`Removed`,
  file_removed: msg`A file removed`,
  photo_hidden: msg`Photo hidden`,
  show_stopped: msg`Show stopped`,
  warned: msg`Warning`,
  suspended: msg`Account suspended`,
  registration_refused: msg`Registration refused`,
  registration_withdrawn: msg`Registration withdrawn`,
  exemption_ended: msg`X18 exemption ended`,
  payouts_ended: msg`Payouts ended`,
};
