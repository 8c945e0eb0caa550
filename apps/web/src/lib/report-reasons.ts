import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReportReason } from '@vlam/contract/rules/meeting';

/** Translated names of the report reasons, for members and staff. */
export const reportReasonNames: Record<ReportReason, MessageDescriptor> = {
  harassment: msg`Harassment or threats`,
  scam: msg`A scam, or asks for money`,
  fake_profile: msg`Pretends to be somebody else`,
  underage: msg`May be under 18`,
  non_consensual: msg`Shared without consent`,
  extortion: msg`Blackmail, or somebody is forced`,
  violence: msg`Violence`,
  spam: msg`Spam`,
  other: msg`Something else`,
};
