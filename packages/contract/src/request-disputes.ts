import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { contentRequest, disputeDecisions, disputeOutcome, requestDelivery } from './requests.ts';
import { credits, cursorQuery, id, idParams, page, requiredText, timestamp } from './schemas.ts';

const side = z.object({ id, displayName: z.string() });

/** Above this total price in credits a dispute is read and decided with `manage_money` alone. */
export const largestModeratedDispute = 5_000;

/** A dispute in the list of those who decide. */
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
    /** False for a price above `largestModeratedDispute` when the caller lacks `manage_money`. */
    mayOpen: z.boolean(),
    outcome: z.nullable(disputeOutcome),
  },
);

/** With the words of both sides and, while it is open, the delivered file. */
export const disputeDetail = z.extend(disputeSummary, {
  description: z.string(),
  /** What the creator wrote when they accepted. */
  additionalNotes: z.nullable(z.string()),
  createdAt: timestamp,
  deadline: z.nullable(timestamp),
  /** Why the requester disputes it. */
  reason: z.string(),
  answer: z.nullable(z.string()),
  delivery: z.nullable(requestDelivery),
  version: z.int(),
});

// One permission for looking and deciding: what two people wrote and made in private is opened to nobody who cannot act
// on it.
const deciders = { permission: 'decide_disputes' } as const;

export const disputesOperations = {
  listDisputes: operation({
    method: 'GET',
    path: '/api/admin/disputes',
    summary: 'Disputed requests, the longest waiting first; or those decided, newest first',
    access: deciders,
    query: z.extend(cursorQuery, { state: z.optional(z.enum(['disputed', 'resolved'])) }),
    response: page(disputeSummary),
  }),
  getDispute: operation({
    method: 'GET',
    path: '/api/admin/disputes/{id}',
    summary: 'One dispute with both sides and what was delivered; each look is noted in the audit log',
    access: deciders,
    rate: 'write',
    params: idParams,
    response: disputeDetail,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  decideDispute: operation({
    method: 'POST',
    path: '/api/admin/disputes/{id}/decide',
    summary: 'Release what is held to the creator, return it, or split it in whole credits; both sides read the reason',
    access: deciders,
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: z.strictObject({
      decision: z.enum(disputeDecisions),
      /** For a split alone: what goes back to the requester, at least 1 and less than what is held. */
      returnCredits: z.optional(credits.check(z.gte(1), z.lte(13_000))),
      reason: requiredText(3, 500, 'Say why, for both sides', 'Reason too long'),
      /** Of the dispute as it was read: another is a dispute that has changed. */
      version: z.int(),
    }),
    response: disputeDetail,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
};
