import { decisionActions } from './community.ts';
import { takedownClasses } from './takedowns.ts';

/** `acquirer`: of a month, for the banks that settle cards. `transparency`: of half a year, for everyone. */
export const periodReportKinds = ['acquirer', 'transparency'] as const;
export type PeriodReportKind = (typeof periodReportKinds)[number];

/** What is counted, in the order it is shown. */
export const reportCounts = [
  ...takedownClasses.map((name) => `takedown_${name}` as const),
  'takedowns_removed',
  'takedowns_refused',
  'reports_received',
  'reports_resolved',
  'reports_dismissed',
  'appeals_received',
  'appeals_upheld',
  'appeals_reversed',
  'files_removed',
  ...decisionActions.map((name) => `decision_${name}` as const),
  'hash_matches',
  'uploads_refused',
  'authority_preserve',
  'authority_disclose',
  'authority_remove',
  'authority_answered',
  'authority_refused',
] as const;
export type ReportCount = (typeof reportCounts)[number];

/** What is timed, from receipt to decision. */
export const reportTimes = ['takedowns', 'reports', 'appeals', 'authorities'] as const;
export type ReportTime = (typeof reportTimes)[number];

/** Counts from 1 up to this one are not published: few people can be recognised by them. */
export const leastShownCount = 5;

/** The report kind that a period belongs to: `2026-11` is a month, `2026-H2` half a year. */
export const kindOfPeriod = (period: string): PeriodReportKind => (period.includes('H') ? 'transparency' : 'acquirer');
