import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { periodReportKinds, reportCounts, reportTimes } from './rules/period-reports.ts';
import { timestamp } from './schemas.ts';

/** A month, `2026-11`, or half a year, `2026-H2`, in Johannesburg. */
const period = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2]|H[12])$/));

/** Counts, and minutes from receipt to decision. Null: masked, since fewer than five. */
export const reportFigures = z.object({
  counts: z.array(z.object({ name: z.enum(reportCounts), count: z.nullable(z.int()) })),
  times: z.array(
    z.object({
      name: z.enum(reportTimes),
      decided: z.nullable(z.int()),
      medianMinutes: z.nullable(z.int()),
      /** 90th percentile. */
      p90Minutes: z.nullable(z.int()),
    }),
  ),
});
export type ReportFigures = z.output<typeof reportFigures>;

const closing = {
  closedAt: z.nullable(timestamp),
  /** SHA-256 of the closed figures, in hexadecimal. */
  hash: z.nullable(z.string()),
};

export const periodReport = z.extend(reportFigures, {
  kind: z.enum(periodReportKinds),
  period: z.string(),
  startsAt: timestamp,
  /** Excluded. */
  endsAt: timestamp,
  ...closing,
  /** Counts of the period before, in the same order; null where nothing is known of it. */
  before: z.nullable(z.array(z.int())),
});
export type PeriodReport = z.output<typeof periodReport>;

const published = z.extend(reportFigures, { period: z.string(), ...closing });

const compliance = { permission: 'manage_compliance' } as const;
const address = z.string().check(z.trim(), z.maxLength(200), z.email('Please enter an email address'));

export const reportsOperations = {
  transparencyReports: operation({
    method: 'GET',
    path: '/api/transparency',
    summary: 'Closed half-yearly transparency reports, newest first; counts under five are masked',
    access: 'public',
    response: z.array(published),
  }),
  transparencyCsv: operation({
    method: 'GET',
    path: '/api/transparency/{period}.csv',
    summary: 'A closed transparency report as CSV, masked',
    access: 'public',
    rate: 'document',
    navigation: true,
    params: z.strictObject({ period }),
    errors: ['NOT_FOUND'],
  }),
  transparencyPdf: operation({
    method: 'GET',
    path: '/api/transparency/{period}.pdf',
    summary: 'A closed transparency report as PDF, masked',
    access: 'public',
    rate: 'document',
    navigation: true,
    params: z.strictObject({ period }),
    errors: ['NOT_FOUND'],
  }),
  listPeriodReports: operation({
    method: 'GET',
    path: '/api/admin/period-reports',
    summary: 'Periods with a report, newest first, and who the monthly one is mailed to',
    access: compliance,
    response: z.object({
      periods: z.array(z.object({ kind: z.enum(periodReportKinds), period: z.string(), ...closing })),
      recipients: z.array(z.string()),
    }),
  }),
  periodReport: operation({
    method: 'GET',
    path: '/api/admin/period-report',
    summary: 'Figures of a period, unmasked: as they were closed, or so far; without a period the current one',
    access: compliance,
    rate: 'search',
    query: z.strictObject({ kind: z.enum(periodReportKinds), period: z.optional(period) }),
    response: periodReport,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  exportPeriodReport: operation({
    method: 'GET',
    path: '/api/admin/period-report/export',
    summary: 'Figures of a period as a file; audited',
    access: compliance,
    rate: 'document',
    navigation: true,
    query: z.strictObject({
      kind: z.enum(periodReportKinds),
      period: z.optional(period),
      format: z.enum(['csv', 'pdf']),
    }),
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  setReportRecipients: operation({
    method: 'PUT',
    path: '/api/admin/period-reports/recipients',
    summary: 'Who the monthly report is mailed to when it is closed; audited',
    access: compliance,
    rate: 'write',
    body: z.strictObject({ recipients: z.array(address).check(z.maxLength(10)) }),
    response: z.object({ recipients: z.array(z.string()) }),
    errors: ['VALIDATION_FAILED'],
  }),
};
