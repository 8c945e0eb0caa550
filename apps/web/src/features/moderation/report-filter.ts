import { reportClasses } from '@vlam/contract/rules/clocks';
import { reportReasons } from '@vlam/contract/rules/meeting';
import { type ListFilter, readListFilter } from '../../components/staff-lists/list-filter.ts';
import type { Report, ReportStatus } from './api.ts';
import { reportTargetLabels } from './labels.ts';

export const reportStatuses: readonly ReportStatus[] = ['pending', 'resolved', 'dismissed'];
export const reportTargets = Object.keys(reportTargetLabels) as Report['targetType'][];

/** What of the reports an address shows; pending ones unless it says otherwise. */
export const readReportFilter = (params: URLSearchParams): ListFilter =>
  readListFilter(params, {
    status: reportStatuses,
    class: reportClasses,
    reason: reportReasons,
    target: reportTargets,
    late: ['true'],
  });

/** Whether staff may decide about a report together with others: what may be about a child is decided on its own. */
export const isBulkDecidable = (report: Report): boolean =>
  report.status === 'pending' && !report.isParty && report.class !== 'minor';
