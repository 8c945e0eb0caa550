import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PhotoState } from '@vlam/contract/profiles-photos';
import type { ReportClass } from '@vlam/contract/rules/clocks';
import type { AppealState, ListedContent, Report, ReportStatus } from './api.ts';

export const reportStatusLabels: Record<ReportStatus, MessageDescriptor> = {
  pending: msg`Waiting`,
  resolved: msg`Resolved`,
  dismissed: msg`Dismissed`,
};

export const listedStateLabels: Record<ListedContent['state'], MessageDescriptor> = {
  published: msg`Published`,
  review: msg`Waiting`,
  flagged: msg`Held back`,
};

export const photoStateLabels: Record<PhotoState, MessageDescriptor> = {
  waiting: msg`Waiting`,
  shown: msg`Shown`,
  refused: msg`Refused`,
  hidden: msg`Hidden`,
};

export const reportTargetLabels: Record<Report['targetType'], MessageDescriptor> = {
  profile: msg`Profile`,
  content: msg`Content`,
  comment: msg`Comment`,
  bundle: msg`Bundle`,
  message: msg`Message`,
  event: msg`Event`,
  request: msg`Request`,
  call: msg`Call`,
  live: msg`Live show`,
  interest_post: msg`Interest post`,
  mood: msg`Mood`,
  tonight: msg`Tonight post`,
};

export const appealStateLabels: Record<AppealState, MessageDescriptor> = {
  open: msg`Waiting`,
  answered: msg`Answered`,
};

/** Classes of reports, by which the time to decide is counted. */
export const reportClassLabels: Record<ReportClass, MessageDescriptor> = {
  minor: msg`Under 18`,
  threat: msg`Threat or extortion`,
  image: msg`Image without consent`,
  impersonation: msg`Impersonation`,
  other: msg`Other`,
};
