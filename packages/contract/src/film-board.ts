import * as z from 'zod/mini';
import { operation } from './operation.ts';
import {
  maxCertificatePdfBytes,
  missingAnswer,
  registrationDecisions,
  registrationLimits,
  registrationStates,
} from './rules/film-board.ts';
import { cursorQuery, id, idParams, isoDate, page, requiredText, timestamp } from './schemas.ts';

const answer = (name: keyof typeof registrationLimits) =>
  requiredText(1, registrationLimits[name], missingAnswer[name]);

/** The seven answers of the form; all are required. */
export const registrationAnswers = z.strictObject({
  businessName: answer('businessName'),
  registrationNumber: answer('registrationNumber'),
  contactPerson: answer('contactPerson'),
  email: z.string().check(z.trim(), z.maxLength(registrationLimits.email), z.email(missingAnswer.email)),
  phone: answer('phone'),
  businessAddress: answer('businessAddress'),
  platformDescription: answer('platformDescription'),
});

const answersView = z.object({
  businessName: z.string(),
  registrationNumber: z.string(),
  contactPerson: z.string(),
  email: z.string(),
  phone: z.string(),
  businessAddress: z.string(),
  platformDescription: z.string(),
});

/** An application as its creator reads it. */
export const registrationView = z.object({
  id,
  state: z.enum(registrationStates),
  answers: answersView,
  submittedAt: timestamp,
  /** Last day on which an answer is due; null once it was decided. */
  dueOn: z.nullable(isoDate),
  decidedAt: z.nullable(timestamp),
  /** Why it was refused or withdrawn. */
  reason: z.nullable(z.string()),
  certificateNumber: z.nullable(z.string()),
  validFrom: z.nullable(isoDate),
  /** Last day on which it holds; null without an end. */
  validUntil: z.nullable(isoDate),
  /** The exemption of section 24(3) holds: X18 can be published. */
  hasExemption: z.boolean(),
  /** The certificate's picture, at an address for the caller alone. */
  certificateUrl: z.nullable(z.string()),
  /** It is a PDF instead, to be saved with `ownCertificatePdf`. */
  hasCertificatePdf: z.boolean(),
});
export type RegistrationView = z.output<typeof registrationView>;

export const ownRegistration = z.object({
  /** The newest application; null before the first. */
  latest: z.nullable(registrationView),
  /** The registration that holds today; often the same. */
  active: z.nullable(registrationView),
  /** Whether an application can be sent now: the first, a corrected one, or a renewal. */
  mayApply: z.boolean(),
  /** Business days within which an application is answered. */
  reviewDays: z.int(),
  /** Last day for the answer to an application that is sent today. */
  dueIfSentToday: isoDate,
});
export type OwnRegistration = z.output<typeof ownRegistration>;

/** A row of the staff's lists. */
export const staffRegistration = z.object({
  id,
  state: z.enum(registrationStates),
  businessName: z.string(),
  creator: z.object({ accountId: id, profileId: id, name: z.string() }),
  submittedAt: timestamp,
  dueOn: z.nullable(isoDate),
  isLate: z.boolean(),
  validUntil: z.nullable(isoDate),
  hasExemption: z.boolean(),
  /** The exemption waits for a second member of staff. */
  awaitsSecond: z.boolean(),
  /** It is the caller's own: others decide. */
  isOwn: z.boolean(),
});
export type StaffRegistration = z.output<typeof staffRegistration>;

const who = z.object({ name: z.string(), at: timestamp });

export const openedRegistration = z.extend(staffRegistration, {
  answers: answersView,
  certificateNumber: z.nullable(z.string()),
  validFrom: z.nullable(isoDate),
  reason: z.nullable(z.string()),
  decided: z.nullable(who),
  proposed: z.nullable(who),
  confirmed: z.nullable(who),
  /** The caller proposed the exemption: another person confirms it. */
  isOwnProposal: z.boolean(),
  hasCertificate: z.boolean(),
  /** The certificate is a PDF, to be saved with `certificatePdf`. */
  hasCertificatePdf: z.boolean(),
  /** What was done with it, newest first. */
  history: z.array(z.object({ action: z.string(), by: z.string(), reason: z.nullable(z.string()), at: timestamp })),
});
export type OpenedRegistration = z.output<typeof openedRegistration>;

export const filmBoardTerms = z.object({
  reviewDays: z.int(),
  /** Days before the end of a registration on which its creator is reminded, most first. */
  reminderDays: z.array(z.int()),
});
export type FilmBoardTerms = z.output<typeof filmBoardTerms>;

const staff = { permission: 'manage_compliance' } as const;
const base64Length = Math.ceil(maxCertificatePdfBytes / 3) * 4;
const days = z.int().check(z.gte(1), z.lte(250));

export const filmBoardOperations = {
  ownRegistration: operation({
    method: 'GET',
    path: '/api/compliance/fpb-registration',
    summary: "The caller's registration with the Film and Publication Board, with the day an answer is due",
    access: 'creator',
    response: ownRegistration,
  }),
  sendRegistration: operation({
    method: 'POST',
    path: '/api/compliance/fpb-registration',
    summary: 'Apply, apply again after a refusal, or renew; one open application at a time',
    access: 'creator',
    rate: 'write',
    idempotent: 'stored',
    body: registrationAnswers,
    response: ownRegistration,
    status: 201,
    errors: ['VALIDATION_FAILED', 'CONFLICT'],
  }),
  setCertificate: operation({
    method: 'POST',
    path: '/api/compliance/fpb-registration/certificate',
    summary:
      'Attach a picture of the certificate, or another one in its place; it is shown to the caller and staff alone',
    access: 'creator',
    rate: 'write',
    body: z.strictObject({ mediaId: id }),
    response: ownRegistration,
    status: 200,
    errors: ['NOT_FOUND', 'MEDIA_NOT_READY', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  setCertificatePdf: operation({
    method: 'PUT',
    path: '/api/compliance/fpb-registration/certificate.pdf',
    summary:
      'Attach the certificate as a PDF without scripts and attachments, as base64; for the caller and staff alone',
    access: 'creator',
    rate: 'upload',
    body: z.strictObject({
      file: z
        .string()
        .check(z.maxLength(base64Length, 'This file is too large'), z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Not base64')),
    }),
    maxBodyBytes: base64Length + 1_024,
    response: ownRegistration,
    errors: ['CONFLICT', 'TOO_LARGE', 'UNSUPPORTED_MEDIA', 'VALIDATION_FAILED'],
  }),
  ownCertificatePdf: operation({
    method: 'GET',
    path: '/api/compliance/fpb-registration/{id}/certificate.pdf',
    summary: "The PDF of the caller's own certificate, to be saved; browsers never show it",
    access: 'creator',
    rate: 'document',
    navigation: true,
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  certificatePdf: operation({
    method: 'GET',
    path: '/api/admin/fpb-registrations/{id}/certificate.pdf',
    summary: 'The PDF of a certificate, to be saved; browsers never show it; audited',
    access: staff,
    rate: 'document',
    navigation: true,
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  listRegistrations: operation({
    method: 'GET',
    path: '/api/admin/fpb-registrations',
    summary: 'What waits for staff, least time left first; what holds, by its end; or what is closed, newest first',
    access: staff,
    query: z.extend(cursorQuery, { state: z._default(z.enum(['waiting', 'holding', 'closed']), 'waiting') }),
    response: page(staffRegistration),
    errors: ['VALIDATION_FAILED'],
  }),
  openRegistration: operation({
    method: 'GET',
    path: '/api/admin/fpb-registrations/{id}',
    summary: 'An application with its answers; audited',
    access: staff,
    params: idParams,
    response: openedRegistration,
    errors: ['NOT_FOUND'],
  }),
  decideRegistration: operation({
    method: 'POST',
    path: '/api/admin/fpb-registrations/{id}',
    summary:
      'Approve or refuse an application, withdraw a registration, or decide the X18 exemption, which takes two; audited',
    access: staff,
    stepUp: true,
    rate: 'write',
    idempotent: 'once',
    params: idParams,
    body: z.strictObject({
      decision: z.enum(registrationDecisions),
      /** The creator reads it with a refusal or a withdrawal. */
      reason: requiredText(3, 500, 'Say why', 'Please keep it under 500 characters'),
      /** With `approve`. */
      certificateNumber: z.optional(z.string().check(z.trim(), z.maxLength(60))),
      validFrom: z.optional(isoDate),
      validUntil: z.optional(isoDate),
    }),
    response: staffRegistration,
    status: 200,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  readCertificate: operation({
    method: 'POST',
    path: '/api/admin/fpb-registrations/{id}/certificate',
    summary: "The certificate's picture as a data URL; audited",
    access: staff,
    rate: 'write',
    params: idParams,
    response: z.object({ picture: z.string() }),
    status: 200,
    errors: ['NOT_FOUND'],
  }),
  filmBoardTerms: operation({
    method: 'GET',
    path: '/api/admin/fpb-terms',
    summary: 'Within how many business days applications are answered, and when creators are reminded',
    access: staff,
    response: filmBoardTerms,
  }),
  setFilmBoardTerms: operation({
    method: 'PUT',
    path: '/api/admin/fpb-terms',
    summary: 'Change these times for what is sent from now on; audited',
    access: staff,
    rate: 'write',
    body: z.strictObject({
      reviewDays: days,
      reminderDays: z.array(days).check(z.minLength(1), z.maxLength(6)),
    }),
    response: filmBoardTerms,
    errors: ['VALIDATION_FAILED'],
  }),
};
