import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { contentRequest, disputeDecisions, disputeOutcome, requestDelivery } from './requests.ts';
import { credits, cursorQuery, id, idParams, page, requiredText, timestamp } from './schemas.ts';

const side = z.object({ id, displayName: z.string() });

/** Disputes above this total price in credits need `manage_money`. */
export const maxModeratedDispute = 5_000;

/** A dispute in the list for staff. */
export const disputeSummary = z.extend(
  z.pick(contentRequest, { id: true, title: true, contentType: true, isExclusive: true, totalPrice: true }),
  {
    status: z.enum(['disputed', 'resolved']),
    requester: side,
    creator: side,
    heldPrice: credits,
    isDelivered: z.boolean(),
    disputedAt: timestamp,
    /** The caller is one of the two sides, so other staff decide. */
    isParty: z.boolean(),
    /** False for a price above `maxModeratedDispute` when the caller lacks `manage_money`. */
    mayOpen: z.boolean(),
    outcome: z.nullable(disputeOutcome),
  },
);

/** With the statements of both sides and, while open, the delivered file. */
export const disputeDetail = z.extend(disputeSummary, {
  description: z.string(),
  /** The creator's message at acceptance. */
  additionalNotes: z.nullable(z.string()),
  createdAt: timestamp,
  deadline: z.nullable(timestamp),
  /** Why the requester disputes it. */
  reason: z.string(),
  answer: z.nullable(z.string()),
  delivery: z.nullable(requestDelivery),
  /** The show that was delivered; staff may watch its replay. */
  liveId: z.nullable(id),
  version: z.int(),
});

// Reading needs the permission to decide: private texts and files are shown only to staff who can act on them.
const deciders = { permission: 'decide_disputes' } as const;

export const disputesOperations = {
  listDisputes: operation({
    method: 'GET',
    path: '/api/admin/disputes',
    summary: 'Open disputes, oldest first, or decided ones, newest first',
    access: deciders,
    query: z.extend(cursorQuery, { state: z.optional(z.enum(['disputed', 'resolved'])) }),
    response: page(disputeSummary),
  }),
  getDispute: operation({
    method: 'GET',
    path: '/api/admin/disputes/{id}',
    summary: 'One dispute with both sides and what was delivered; each read is audited',
    access: deciders,
    rate: 'write',
    params: idParams,
    response: disputeDetail,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  decideDispute: operation({
    method: 'POST',
    path: '/api/admin/disputes/{id}/decide',
    summary: 'Release the escrow to the creator, return it, or split it; both sides see the reason',
    access: deciders,
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: z.strictObject({
      decision: z.enum(disputeDecisions),
      /** For a split: credits returned to the requester, at least 1 and less than the escrow. */
      returnCredits: z.optional(credits.check(z.gte(1), z.lte(13_000))),
      reason: requiredText(3, 500, 'Say why, for both sides', 'Reason too long'),
      /** Version of the dispute as it was read; another version is a changed dispute. */
      version: z.int(),
    }),
    response: disputeDetail,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
};
