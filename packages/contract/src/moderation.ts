import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { reportReasons } from './rules/meeting.ts';
import { messageView } from './rules/message-views.ts';
import { id, idParams, requiredText, text, timestamp } from './schemas.ts';

export const reportTargets = [
  'profile',
  'content',
  'comment',
  'message',
  'event',
  'request',
  'call',
  'interest_post',
  'mood',
  'tonight',
] as const;
/** Messages that one report may bring along. */
export const reportedMessagesAtMost = 50;
/** Messages that come along for who cannot choose any. */
export const latestReported = 20;

export const reportStatuses = ['pending', 'resolved', 'dismissed'] as const;

/** A report as staff see it; who sent it is not said. */
export const staffReport = z.object({
  id,
  status: z.enum(reportStatuses),
  targetType: z.enum(reportTargets),
  targetId: id,
  /** The member it concerns; null when their profile is gone. */
  about: z.nullable(z.object({ id, displayName: z.string() })),
  reason: z.enum(reportReasons),
  details: z.string(),
  /** Messages that came along as evidence. */
  messages: z.int(),
  createdAt: timestamp,
  /** The caller sent it or is its subject, so other staff decide. */
  isParty: z.boolean(),
  /** What was decided and why; null while pending. */
  outcome: z.nullable(z.object({ text: z.string(), at: timestamp })),
});
export type StaffReport = z.output<typeof staffReport>;

/** A message as it stood when it was reported; the other side of the thread is not named. */
const reportedMessage = z.extend(z.pick(messageView, { id: true, content: true, mediaType: true }), {
  sentAt: timestamp,
  /** Written by the member the report is about. */
  isTheirs: z.boolean(),
  /** Files of it that are still there, with the caller's mark. */
  mediaUrl: messageView.shape.mediaUrl,
  media: messageView.shape.media,
});
/** A report with the messages that came along, in the order they were sent. */
export const openedReport = z.extend(staffReport, { evidence: z.array(reportedMessage) });
export type OpenedReport = z.output<typeof openedReport>;

const moderators = { permission: 'moderate_content' } as const;
/** Rows that `listReports` answers at most. */
export const listedReports = 100;

export const moderationOperations = {
  listReports: operation({
    method: 'GET',
    path: '/api/admin/reports',
    summary: 'Reports that wait, the oldest first; or those decided, newest first; at most 100',
    access: moderators,
    query: z.strictObject({ status: z.optional(z.enum(reportStatuses)) }),
    response: z.array(staffReport),
    errors: ['VALIDATION_FAILED'],
  }),
  openReport: operation({
    method: 'GET',
    path: '/api/admin/reports/{id}',
    summary: 'A report with its messages; noted in the audit log, and their files open to the caller for an hour',
    access: moderators,
    params: idParams,
    response: openedReport,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  resolveReport: operation({
    method: 'POST',
    path: '/api/admin/reports/resolve',
    summary: 'Close a report that was acted on; noted in the audit log',
    access: moderators,
    rate: 'write',
    body: z.strictObject({
      reportId: id,
      resolution: requiredText(3, 500, 'Say what was done', 'Please keep it under 500 characters'),
    }),
    response: staffReport,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  dismissReport: operation({
    method: 'POST',
    path: '/api/admin/reports/dismiss',
    summary: 'Close a report that needs nothing; noted in the audit log',
    access: moderators,
    rate: 'write',
    body: z.strictObject({
      reportId: id,
      reason: requiredText(3, 500, 'Say why', 'Please keep it under 500 characters'),
    }),
    response: staffReport,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  staffWaiting: operation({
    method: 'GET',
    path: '/api/admin/waiting',
    summary: 'How much waits for staff: reports, disputes, age reviews, payments; null for what the caller may not see',
    access: moderators,
    response: z.object({
      reports: z.int(),
      disputes: z.int(),
      ageReviews: z.nullable(z.int()),
      /** Payouts that were asked for, and flagged payments that are not being given back. */
      payments: z.nullable(z.int()),
    }),
  }),
  report: operation({
    method: 'POST',
    path: '/api/reports',
    summary: 'Report a person or a thing to the moderators',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({
      targetType: z.enum(reportTargets),
      targetId: id,
      reason: z.enum(reportReasons),
      details: z.optional(text(1000, 'Please keep it under 1,000 characters')),
      /** Messages of one's thread with this person that the moderators are to see; with a message, it is among them. */
      messageIds: z.optional(z.array(id).check(z.maxLength(reportedMessagesAtMost))),
      /** The latest that this person wrote to one, for who is not shown the thread any more. */
      latestMessages: z.optional(z.boolean()),
    }),
    response: z.object({ id }),
    status: 201,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
};
