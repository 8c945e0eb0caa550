import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DecisionAction, EvidenceClass } from '@vlam/contract/rules/community';

/** What it means. */
export const effectLabels: Record<DecisionAction, MessageDescriptor> = {
  held_back: msg`Nobody sees it until a moderator has decided.`,
  not_published: msg`It was not published. You can correct it and send it in again.`,
  removed: msg`It is gone from Vlam, and its files cannot be uploaded again.`,
  file_removed: msg`The file is gone from Vlam and cannot be uploaded again. The rest stays.`,
  photo_hidden: msg`Nobody sees this photo. Your next ones wait for a moderator.`,
  show_stopped: msg`The show ended. Tickets were given back.`,
  warned: msg`Nothing was taken from you. Another strike can have an effect.`,
  suspended: msg`You cannot sign in, and nobody sees your profile.`,
  registration_refused: msg`You are not registered. Correct it and send it again.`,
  registration_withdrawn: msg`You are not registered any more. What was rated X18 is a draft again.`,
  exemption_ended: msg`What was rated X18 is a draft again. Everything else stays.`,
  payouts_ended: msg`No more payouts are made from this account.`,
};

/** What it rests on. */
export const evidenceLabels: Record<EvidenceClass, MessageDescriptor> = {
  item: msg`The item itself, as a moderator saw it`,
  account: msg`What this account did on Vlam`,
  documents: msg`The documents that were sent in`,
  payments: msg`Payments and payouts of this account`,
};
