import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { informationKinds } from './rules/records.ts';
import { id, idParams, requiredText, timestamp } from './schemas.ts';

const text = requiredText(3, 2_000, 'Please write a few words', 'Please keep it under 2,000 characters');
const kind = z.enum(informationKinds);
const token = z.string().check(z.regex(/^[\w-]{43}$/));
const state = z.enum(['unconfirmed', 'open', 'granted', 'partly', 'refused']);

/** A case as the person who asked reads it. */
export const informationRequest = z.object({
  id,
  number: z.string(),
  kind,
  state,
  receivedAt: timestamp,
  dueAt: timestamp,
  answeredAt: z.nullable(timestamp),
  messages: z.array(
    z.object({
      by: z.enum(['you', 'staff']),
      /** The written answer, which ends the case. */
      isAnswer: z.boolean(),
      text: z.string(),
      at: timestamp,
    }),
  ),
});
export type InformationRequest = z.output<typeof informationRequest>;

/** A row of the queue. */
export const informationCase = z.object({
  id,
  number: z.string(),
  kind,
  state,
  from: z.object({
    /** Null for a person without an account, or whose account is gone. */
    accountId: z.nullable(id),
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  receivedAt: timestamp,
  dueAt: timestamp,
  answeredAt: z.nullable(timestamp),
});
export type InformationCase = z.output<typeof informationCase>;

export const openedInformationCase = z.extend(informationCase, {
  messages: z.array(z.object({ by: z.nullable(z.string()), isAnswer: z.boolean(), text: z.string(), at: timestamp })),
  /** A legal hold covers the account: nothing of it is deleted, and the person learns no reason. */
  isHeld: z.boolean(),
  /** The file of everything stored; null unless one of staff has asked for it, and another may approve it. */
  release: z.nullable(
    z.object({
      askedBy: z.string(),
      askedAt: timestamp,
      approvedBy: z.nullable(z.string()),
      /** Until then staff may save the file; null until it is approved. */
      openUntil: z.nullable(timestamp),
      /** The caller neither asked nor is the person the file is about. */
      mayApprove: z.boolean(),
    }),
  ),
});
export type OpenedInformationCase = z.output<typeof openedInformationCase>;

const compliance = { permission: 'manage_compliance' } as const;
/** Hours for which a released file may be saved. */
export const releaseHours = 72;
const body = { kind, text };

export const informationOperations = {
  listInformationRequests: operation({
    method: 'GET',
    path: '/api/personal-information',
    summary: "The member's own requests about personal information, newest first; at most 50",
    access: 'member',
    response: z.array(informationRequest),
  }),
  requestInformation: operation({
    method: 'POST',
    path: '/api/personal-information',
    summary: 'Ask for access, correction or deletion of personal information, or object to its use',
    access: 'member',
    rate: 'write',
    idempotent: 'once',
    body: z.strictObject(body),
    response: informationRequest,
    status: 201,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
  addToInformationRequest: operation({
    method: 'POST',
    path: '/api/personal-information/{id}/messages',
    summary: 'Add a message to an open request',
    access: 'member',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ text }),
    response: informationRequest,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  requestInformationByMail: operation({
    method: 'POST',
    path: '/api/personal-information/by-mail',
    summary: 'Ask without an account: a link to the case is mailed, and opening it begins its time',
    access: 'public',
    rate: 'mail',
    body: z.strictObject({
      ...body,
      email: z.string().check(z.trim(), z.maxLength(254), z.email('Please enter an email address')),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  requestInformationSuspended: operation({
    method: 'POST',
    path: '/api/auth/personal-information',
    summary: 'Ask as a suspended member, with the password of the account; a link to the case is mailed',
    access: 'public',
    rate: 'credentials',
    body: z.strictObject({
      ...body,
      email: z.string().check(z.trim(), z.maxLength(254)),
      password: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
    response: z.object({ number: z.string() }),
    status: 201,
    errors: ['INVALID_CREDENTIALS', 'CONFLICT', 'QUOTA_REACHED', 'TOO_MANY_REQUESTS', 'VALIDATION_FAILED'],
  }),
  informationRequestByLink: operation({
    method: 'POST',
    path: '/api/personal-information/link',
    summary: 'A case by the link that was mailed; opening it the first time begins its time',
    access: 'public',
    rate: 'credentials',
    body: z.strictObject({ token, text: z.optional(text) }),
    response: informationRequest,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  listInformationCases: operation({
    method: 'GET',
    path: '/api/admin/information-requests',
    summary: 'Open requests about personal information, least time left first, or answered ones; at most 200',
    access: compliance,
    query: z.strictObject({ state: z.optional(z.enum(['open', 'answered'])) }),
    response: z.array(informationCase),
    errors: ['VALIDATION_FAILED'],
  }),
  openInformationCase: operation({
    method: 'GET',
    path: '/api/admin/information-requests/{id}',
    summary: 'A request with what was written; audited',
    access: compliance,
    params: idParams,
    response: openedInformationCase,
    errors: ['NOT_FOUND'],
  }),
  writeToInformationCase: operation({
    method: 'POST',
    path: '/api/admin/information-requests/{id}/messages',
    summary: 'Ask the person something; the time runs on; audited',
    access: compliance,
    rate: 'write',
    params: idParams,
    body: z.strictObject({ text }),
    response: openedInformationCase,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  answerInformationCase: operation({
    method: 'POST',
    path: '/api/admin/information-requests/{id}/answer',
    summary: 'Answer in writing, which ends the case; audited; no deletion is granted under a legal hold',
    access: compliance,
    rate: 'write',
    params: idParams,
    body: z.strictObject({ state: z.enum(['granted', 'partly', 'refused']), text }),
    response: openedInformationCase,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  gatherInformation: operation({
    method: 'GET',
    path: '/api/admin/information-requests/{id}/data.zip',
    summary: 'Everything stored of the member, as JSON in a ZIP file, once two of staff have released it; audited',
    access: compliance,
    stepUp: true,
    rate: 'document',
    navigation: true,
    params: idParams,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  askInformationRelease: operation({
    method: 'POST',
    path: '/api/admin/information-requests/{id}/release',
    summary: 'Ask for the file of everything stored of the member, which another of staff approves; audited',
    access: compliance,
    rate: 'write',
    params: idParams,
    response: openedInformationCase,
    status: 200,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  approveInformationRelease: operation({
    method: 'POST',
    path: '/api/admin/information-requests/{id}/release/approve',
    summary: 'Approve the file that another of staff asked for; it may be saved for 72 hours; audited',
    access: compliance,
    stepUp: true,
    rate: 'write',
    params: idParams,
    response: openedInformationCase,
    status: 200,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
  exportInformationCases: operation({
    method: 'GET',
    path: '/api/admin/information-requests/export.csv',
    summary: 'The register of requests as CSV, without what was written; audited',
    access: compliance,
    stepUp: true,
    rate: 'document',
    navigation: true,
  }),
};
