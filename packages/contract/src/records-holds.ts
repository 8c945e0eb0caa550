import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { authorities, authorityDemands, holdSubjects } from './rules/records.ts';
import { id, idParams, isoDate, requiredText, timestamp } from './schemas.ts';

const compliance = { permission: 'manage_compliance' } as const;
const reference = requiredText(1, 100, 'Give the number the authority uses', 'Please keep it under 100 characters');
const reason = requiredText(3, 1_000, 'Say why', 'Please keep it under 1,000 characters');

/** What an authority asked of the platform. */
export const authorityRequest = z.object({
  id,
  number: z.string(),
  authority: z.enum(authorities),
  demand: z.enum(authorityDemands),
  reference: z.string(),
  summary: z.string(),
  receivedAt: timestamp,
  dueAt: z.nullable(timestamp),
  recordedBy: z.nullable(z.string()),
  state: z.enum(['open', 'answered', 'refused']),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(timestamp),
});
export type AuthorityRequest = z.output<typeof authorityRequest>;

/** Retention and erasure stop for its subject, who is not notified. */
export const legalHold = z.object({
  id,
  number: z.string(),
  subject: z.object({ type: z.enum(holdSubjects), id, name: z.nullable(z.string()) }),
  authority: z.enum(authorities),
  reference: z.string(),
  reason: z.string(),
  requestNumber: z.nullable(z.string()),
  placedAt: timestamp,
  placedBy: z.nullable(z.string()),
  until: timestamp,
  /** `asked` holds already, and lapses when no one else confirms it. */
  state: z.enum(['asked', 'confirmed', 'lapsed', 'ended']),
  confirmBy: timestamp,
  confirmedBy: z.nullable(z.string()),
  change: z.nullable(
    z.object({
      action: z.enum(['renew', 'end']),
      until: z.nullable(timestamp),
      reason: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  /** Copies of rows about the account that were removed while a hold was in force. */
  keptRows: z.int(),
  /** Something waits for another member of staff, and the caller may be the one. */
  mayConfirm: z.boolean(),
});
export type LegalHold = z.output<typeof legalHold>;

export const holdsOperations = {
  listAuthorityRequests: operation({
    method: 'GET',
    path: '/api/admin/authority-requests',
    summary: 'What authorities asked: open ones first, then newest first; at most 200',
    access: compliance,
    response: z.array(authorityRequest),
  }),
  recordAuthorityRequest: operation({
    method: 'POST',
    path: '/api/admin/authority-requests',
    summary: 'Record what an authority asked; audited',
    access: compliance,
    rate: 'write',
    idempotent: 'once',
    body: z.strictObject({
      authority: z.enum(authorities),
      demand: z.enum(authorityDemands),
      reference,
      summary: reason,
      dueOn: z.optional(isoDate),
    }),
    response: authorityRequest,
    status: 201,
    errors: ['VALIDATION_FAILED'],
  }),
  answerAuthorityRequest: operation({
    method: 'POST',
    path: '/api/admin/authority-requests/{id}/answer',
    summary: 'Record what was answered to an authority, once; audited',
    access: compliance,
    rate: 'write',
    params: idParams,
    body: z.strictObject({
      state: z.enum(['answered', 'refused']),
      answer: requiredText(3, 2_000, 'Say what was answered', 'Please keep it under 2,000 characters'),
    }),
    response: authorityRequest,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  listLegalHolds: operation({
    method: 'GET',
    path: '/api/admin/legal-holds',
    summary: 'Legal holds, newest first; at most 200; audited',
    access: compliance,
    response: z.array(legalHold),
  }),
  placeLegalHold: operation({
    method: 'POST',
    path: '/api/admin/legal-holds',
    summary: 'Preserve an account, a takedown case or a report; another member of staff confirms; audited',
    access: compliance,
    rate: 'write',
    idempotent: 'once',
    body: z.strictObject({
      subjectType: z.enum(holdSubjects),
      /** Id or email address of an account, number of a takedown case, id of a report. */
      subject: requiredText(1, 200, 'Say what is preserved', 'Please keep it under 200 characters'),
      authority: z.enum(authorities),
      reference,
      reason,
      requestNumber: z.optional(z.string().check(z.trim(), z.maxLength(20))),
      /** Last day. */
      until: isoDate,
    }),
    response: legalHold,
    status: 201,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
  }),
  changeLegalHold: operation({
    method: 'POST',
    path: '/api/admin/legal-holds/{id}/change',
    summary: 'Ask to renew or end a hold; another member of staff confirms; audited',
    access: compliance,
    rate: 'write',
    params: idParams,
    body: z.strictObject({ action: z.enum(['renew', 'end']), until: z.optional(isoDate), reason }),
    response: legalHold,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  confirmLegalHold: operation({
    method: 'POST',
    path: '/api/admin/legal-holds/{id}/confirm',
    summary: 'Confirm or reject what another member of staff asked for; audited',
    access: compliance,
    stepUp: true,
    rate: 'write',
    params: idParams,
    body: z.strictObject({ confirmed: z.boolean() }),
    response: legalHold,
    status: 200,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
};
