import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReportCount, ReportTime } from '@vlam/contract/rules/period-reports';

interface Group {
  id: string;
  title: MessageDescriptor;
  rows: readonly (readonly [ReportCount, MessageDescriptor])[];
}

/** The counts of a report in parts, each with the names of its rows. */
export const groups: readonly Group[] = [
  {
    id: 'takedowns',
    title: msg`Takedown requests`,
    rows: [
      ['takedown_image', msg`Intimate image without consent`],
      ['takedown_minor', msg`Somebody who may be under 18`],
      ['takedown_threat', msg`Threats, extortion, trafficking`],
      ['takedown_impersonation', msg`Impersonation or deepfake`],
      ['takedown_copyright', msg`Copyright`],
      ['takedown_order', msg`Court order or notice`],
      ['takedown_other', msg`Other`],
    ],
  },
  {
    id: 'decided',
    title: msg`Takedown requests decided`,
    rows: [
      ['takedowns_removed', msg`Taken down`],
      ['takedowns_refused', msg`Not upheld`],
      ['files_removed', msg`Files removed`],
    ],
  },
  {
    id: 'complaints',
    title: msg`Complaints by members`,
    rows: [
      ['reports_received', msg`Received`],
      ['reports_resolved', msg`Upheld`],
      ['reports_dismissed', msg`Dismissed`],
    ],
  },
  {
    id: 'decisions',
    title: msg`Decisions of staff`,
    rows: [
      ['decision_removed', msg`Item removed`],
      ['decision_file_removed', msg`File removed`],
      ['decision_photo_hidden', msg`Profile photo hidden`],
      ['decision_held_back', msg`Item held back`],
      ['decision_not_published', msg`Item not published`],
      ['decision_show_stopped', msg`Live show stopped`],
      ['decision_warned', msg`Member warned`],
      ['decision_suspended', msg`Member suspended`],
      ['decision_registration_refused', msg`Film-board registration refused`],
      ['decision_registration_withdrawn', msg`Film-board registration withdrawn`],
      ['decision_exemption_ended', msg`Exemption for X18 ended`],
      ['decision_payouts_ended', msg`Payouts ended`],
    ],
  },
  {
    id: 'appeals',
    title: msg`Appeals`,
    rows: [
      ['appeals_received', msg`Received`],
      ['appeals_upheld', msg`Decision stands`],
      ['appeals_reversed', msg`Decision reversed`],
    ],
  },
  {
    id: 'fingerprints',
    title: msg`Fingerprints`,
    rows: [
      ['hash_matches', msg`Files found by their fingerprint`],
      ['uploads_refused', msg`Uploads refused by their fingerprint`],
    ],
  },
  {
    id: 'authorities',
    title: msg`Requests of authorities`,
    rows: [
      ['authority_preserve', msg`To preserve`],
      ['authority_disclose', msg`To disclose`],
      ['authority_remove', msg`To remove`],
      ['authority_answered', msg`Answered`],
      ['authority_refused', msg`Refused`],
    ],
  },
];

export const timeLabels: Record<ReportTime, MessageDescriptor> = {
  takedowns: msg`Takedown requests`,
  reports: msg`Complaints by members`,
  appeals: msg`Appeals`,
  authorities: msg`Requests of authorities`,
};
