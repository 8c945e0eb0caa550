import type { PeriodReportKind, ReportCount, ReportTime } from '@vlam/contract/rules/period-reports';

/** Names of the figures in files and mail, which are in English. */
export const countNames: Record<ReportCount, string> = {
  takedown_image: 'Takedown requests: intimate image without consent',
  takedown_minor: 'Takedown requests: somebody who may be under 18',
  takedown_threat: 'Takedown requests: threats, extortion, trafficking',
  takedown_impersonation: 'Takedown requests: impersonation or deepfake',
  takedown_copyright: 'Takedown requests: copyright',
  takedown_order: 'Takedown requests: court order or notice',
  takedown_other: 'Takedown requests: other',
  takedowns_removed: 'Takedown requests decided: taken down',
  takedowns_refused: 'Takedown requests decided: not upheld',
  reports_received: 'Complaints by members: received',
  reports_resolved: 'Complaints by members: upheld',
  reports_dismissed: 'Complaints by members: dismissed',
  appeals_received: 'Appeals: received',
  appeals_upheld: 'Appeals answered: decision stands',
  appeals_reversed: 'Appeals answered: decision reversed',
  files_removed: 'Files removed after takedown requests',
  decision_held_back: 'Decisions: item held back',
  decision_not_published: 'Decisions: item not published',
  decision_removed: 'Decisions: item removed',
  decision_file_removed: 'Decisions: file removed',
  decision_photo_hidden: 'Decisions: profile photo hidden',
  decision_show_stopped: 'Decisions: live show stopped',
  decision_warned: 'Decisions: member warned',
  decision_suspended: 'Decisions: member suspended',
  decision_registration_refused: 'Decisions: film-board registration refused',
  decision_registration_withdrawn: 'Decisions: film-board registration withdrawn',
  decision_exemption_ended: 'Decisions: exemption for X18 ended',
  decision_payouts_ended: 'Decisions: payouts ended',
  hash_matches: 'Files found by their fingerprint',
  uploads_refused: 'Uploads refused by their fingerprint',
  authority_preserve: 'Requests of authorities: preserve',
  authority_disclose: 'Requests of authorities: disclose',
  authority_remove: 'Requests of authorities: remove',
  authority_answered: 'Requests of authorities: answered',
  authority_refused: 'Requests of authorities: refused',
};

export const timeNames: Record<ReportTime, string> = {
  takedowns: 'Takedown requests',
  reports: 'Complaints by members',
  appeals: 'Appeals',
  authorities: 'Requests of authorities',
};

export const titles: Record<PeriodReportKind, string> = {
  acquirer: 'Monthly report on content and complaints',
  transparency: 'Transparency report',
};
