import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { maxReviewHours, maxReviewItems, reviewItemTypes } from './rules/records.ts';
import { id, idParams, requiredText, timestamp } from './schemas.ts';

const compliance = { permission: 'manage_compliance' } as const;
const item = z.object({ position: z.int(), type: z.enum(reviewItemTypes), reference: z.string() });

export const reviewerGrant = z.object({
  id,
  number: z.string(),
  reviewer: z.string(),
  organisation: z.string(),
  email: z.string(),
  reason: z.string(),
  hours: z.int(),
  items: z.array(item),
  state: z.enum(['asked', 'open', 'expired', 'ended', 'locked']),
  askedBy: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  expiresAt: z.nullable(timestamp),
  views: z.int(),
  lastViewAt: z.nullable(timestamp),
  /** Another person asked for it, and no one has approved it. */
  mayApprove: z.boolean(),
});
export type ReviewerGrant = z.output<typeof reviewerGrant>;

const credentials = {
  token: z.string().check(z.regex(/^[\w-]{43}$/)),
  code: z.string().check(z.trim(), z.maxLength(12)),
};
const review = z.object({
  reviewer: z.string(),
  organisation: z.string(),
  expiresAt: timestamp,
  items: z.array(item),
  /** Stands over every page: who reads, and when. */
  watermark: z.string(),
});

export const reviewersOperations = {
  listReviewers: operation({
    method: 'GET',
    path: '/api/admin/reviewers',
    summary: 'Access of outside reviewers, newest first; at most 100',
    access: compliance,
    response: z.array(reviewerGrant),
  }),
  inviteReviewer: operation({
    method: 'POST',
    path: '/api/admin/reviewers',
    summary:
      'Ask for access of an outside reviewer to chosen cases, items, consents and reports; another member of staff approves; audited',
    access: compliance,
    rate: 'write',
    idempotent: 'once',
    body: z.strictObject({
      reviewer: requiredText(2, 100, 'Say who', 'Please keep it under 100 characters'),
      organisation: requiredText(2, 100, 'Say from where', 'Please keep it under 100 characters'),
      email: z.string().check(z.trim(), z.maxLength(254), z.email('Please enter an email address')),
      reason: requiredText(3, 1_000, 'Say why', 'Please keep it under 1,000 characters'),
      hours: z.int().check(z.gte(1), z.lte(maxReviewHours, `At most ${maxReviewHours} hours`)),
      /** Numbers of takedown cases, periods such as `2026-11`, ids of items and of consents to be depicted. */
      references: z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(40)))
        .check(z.minLength(1, 'Name at least one'), z.maxLength(maxReviewItems)),
    }),
    response: reviewerGrant,
    status: 201,
    errors: ['VALIDATION_FAILED'],
  }),
  approveReviewer: operation({
    method: 'POST',
    path: '/api/admin/reviewers/{id}/approve',
    summary:
      'Approve what another asked: the link is mailed, the code is shown once, to be read out by telephone; audited',
    access: compliance,
    stepUp: true,
    rate: 'write',
    params: idParams,
    response: z.object({ grant: reviewerGrant, code: z.string() }),
    status: 200,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
  endReviewer: operation({
    method: 'POST',
    path: '/api/admin/reviewers/{id}/end',
    summary: 'End an access at once; audited',
    access: compliance,
    rate: 'write',
    params: idParams,
    response: reviewerGrant,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  openReview: operation({
    method: 'POST',
    path: '/api/review',
    summary:
      'What an outside reviewer may read, by link and code; five wrong codes close the link; each look is logged',
    access: 'public',
    rate: 'credentials',
    body: z.strictObject(credentials),
    response: review,
    status: 200,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  readReviewItem: operation({
    method: 'POST',
    path: '/api/review/items',
    summary: 'One thing that an outside reviewer may read; logged',
    access: 'public',
    rate: 'credentials',
    body: z.strictObject({ ...credentials, position: z.int().check(z.gte(1), z.lte(maxReviewItems)) }),
    response: z.object({
      reference: z.string(),
      sections: z.array(
        z.object({ title: z.string(), rows: z.array(z.object({ label: z.string(), text: z.string() })) }),
      ),
      watermark: z.string(),
    }),
    status: 200,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
};
