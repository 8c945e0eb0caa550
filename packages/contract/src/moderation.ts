import * as z from 'zod/mini';
import { bulkIds, bulkOutcome, chosenIds, undoOutcome } from './administration-lists.ts';
import { operation } from './operation.ts';
import { reportClasses } from './rules/clocks.ts';
import { reportReasons } from './rules/meeting.ts';
import { messageView } from './rules/message-views.ts';
import { id, idParams, requiredText, text, timestamp } from './schemas.ts';

export const reportTargets = [
  'profile',
  'content',
  'comment',
  'message',
  'bundle',
  'event',
  'request',
  'call',
  'live',
  'interest_post',
  'mood',
  'tonight',
] as const;
/** Chosen messages per report at most. */
export const maxReportedMessages = 50;
/** Latest messages attached when the reporter cannot choose any. */
export const latestReportedCount = 20;

export const reportStatuses = ['pending', 'resolved', 'dismissed'] as const;

/** A report as staff see it, without the reporter. */
export const staffReport = z.object({
  id,
  status: z.enum(reportStatuses),
  targetType: z.enum(reportTargets),
  targetId: id,
  /** The reported member; null when their profile is deleted. */
  about: z.nullable(z.object({ id, displayName: z.string() })),
  reason: z.enum(reportReasons),
  /** By its reason; the stricter one where the reporter changed it. */
  class: z.enum(reportClasses),
  /** When it is to be decided. */
  dueAt: timestamp,
  details: z.string(),
  /** Number of attached messages. */
  messages: z.int(),
  createdAt: timestamp,
  /** The caller is the reporter or the reported member, so other staff decide. */
  isParty: z.boolean(),
  /** Staff's note on the decision; null while pending. */
  outcome: z.nullable(z.object({ text: z.string(), at: timestamp })),
});
export type StaffReport = z.output<typeof staffReport>;

/** A message as it was when reported; the reporter is not named. */
const reportedMessage = z.extend(z.pick(messageView, { id: true, content: true, mediaType: true }), {
  sentAt: timestamp,
  /** Written by the reported member. */
  isTheirs: z.boolean(),
  /** Files that still exist, with the caller's mark. */
  mediaUrl: messageView.shape.mediaUrl,
  media: messageView.shape.media,
});
/** A report with its messages, in the order they were sent. */
export const openedReport = z.extend(staffReport, { evidence: z.array(reportedMessage) });
export type OpenedReport = z.output<typeof openedReport>;

const moderators = { permission: 'moderate_content' } as const;
/** Reports per list at most. */
export const reportListLimit = 100;

const reportFilter = z.strictObject({
  status: z.optional(z.enum(reportStatuses)),
  class: z.optional(z.enum(reportClasses)),
  reason: z.optional(z.enum(reportReasons)),
  target: z.optional(z.enum(reportTargets)),
  /** Only pending ones that are past their time. */
  late: z.optional(z.literal('true')),
});
const resolution = requiredText(3, 500, 'Say what was done', 'Please keep it under 500 characters');

export const moderationOperations = {
  listReports: operation({
    method: 'GET',
    path: '/api/admin/reports',
    summary: 'Pending reports, the least time left first, or decided ones, newest first; at most 100',
    access: moderators,
    query: reportFilter,
    response: z.array(staffReport),
    errors: ['VALIDATION_FAILED'],
  }),
  reportTimes: operation({
    method: 'GET',
    path: '/api/admin/report-times',
    summary: 'Pending reports by class, with the late ones, and the median time to a first look in the last 30 days',
    access: moderators,
    response: z.object({
      classes: z.array(z.object({ class: z.enum(reportClasses), open: z.int(), late: z.int() })),
      /** Reports of these days that staff reviewed, and half of them within so many minutes; null without any. */
      looked: z.int(),
      medianMinutes: z.nullable(z.int()),
      /** Those of these days that no one has reviewed. */
      unseen: z.int(),
    }),
  }),
  openReport: operation({
    method: 'GET',
    path: '/api/admin/reports/{id}',
    summary: 'A report with its messages; audited, and their files readable to the caller for an hour',
    access: moderators,
    params: idParams,
    response: openedReport,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  resolveReport: operation({
    method: 'POST',
    path: '/api/admin/reports/resolve',
    summary: 'Resolve a report that was acted on; audited',
    access: moderators,
    rate: 'write',
    body: z.strictObject({
      reportId: id,
      resolution,
    }),
    response: staffReport,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  dismissReport: operation({
    method: 'POST',
    path: '/api/admin/reports/dismiss',
    summary: 'Dismiss a report; audited',
    access: moderators,
    rate: 'write',
    body: z.strictObject({
      reportId: id,
      reason: requiredText(3, 500, 'Say why', 'Please keep it under 500 characters'),
    }),
    response: staffReport,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  bulkReports: operation({
    method: 'POST',
    path: '/api/admin/reports/bulk',
    summary: 'Resolve or dismiss several reports with one text; each is audited, and what succeeds can be undone',
    access: moderators,
    rate: 'write',
    body: z.strictObject({
      decision: z.enum(['resolved', 'dismissed']),
      reportIds: bulkIds,
      /** What was done, or why nothing is done. */
      text: resolution,
    }),
    response: bulkOutcome,
    errors: ['VALIDATION_FAILED'],
  }),
  undoReports: operation({
    method: 'POST',
    path: '/api/admin/reports/bulk/{id}/undo',
    summary: "Open the reports of the caller's own bulk decision again, those that are still as it left them; audited",
    access: moderators,
    rate: 'write',
    params: idParams,
    response: undoOutcome,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  exportReports: operation({
    method: 'GET',
    path: '/api/admin/reports/export.csv',
    summary: 'The list, or chosen reports of it, as CSV, without what was written and who reported; audited',
    access: moderators,
    stepUp: true,
    rate: 'document',
    navigation: true,
    query: z.extend(reportFilter, { ids: chosenIds }),
    errors: ['VALIDATION_FAILED'],
  }),
  staffWaiting: operation({
    method: 'GET',
    path: '/api/admin/waiting',
    summary: 'Work waiting for staff: reports, disputes, age reviews, payments; null without permission',
    access: moderators,
    response: z.object({
      reports: z.int(),
      /** Reports that are past their time. */
      lateReports: z.int(),
      appeals: z.int(),
      disputes: z.int(),
      /** Photos and covers of members. */
      photos: z.int(),
      /** Selfies to compare with a first photo. */
      photoChecks: z.int(),
      /** Items that wait to be published, or are held back. */
      content: z.int(),
      /** Cases of the public desk, and how many of them are past their time. */
      takedowns: z.int(),
      lateTakedowns: z.int(),
      ageReviews: z.nullable(z.int()),
      /** Identity documents that members sent. */
      documents: z.nullable(z.int()),
      /** Film-board applications and exemptions, and how many of them are past their day. */
      registrations: z.nullable(z.int()),
      lateRegistrations: z.int(),
      /** Requested payouts, and flagged payments without a refund in progress. */
      payments: z.nullable(z.int()),
      /** Cases of money that may be abused, and how many of them are past their day. */
      riskCases: z.nullable(z.int()),
      lateRiskCases: z.int(),
    }),
  }),
  report: operation({
    method: 'POST',
    path: '/api/reports',
    summary: 'Report a person or an item to the moderators',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({
      targetType: z.enum(reportTargets),
      targetId: id,
      reason: z.enum(reportReasons),
      details: z.optional(text(1000, 'Please keep it under 1,000 characters')),
      /** Messages of one's thread with this person for the moderators; includes the reported message, if any. */
      messageIds: z.optional(z.array(id).check(z.maxLength(maxReportedMessages))),
      /** Attach this person's latest messages, for reporters who no longer see the thread. */
      latestMessages: z.optional(z.boolean()),
    }),
    response: z.object({ id }),
    status: 201,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
};
