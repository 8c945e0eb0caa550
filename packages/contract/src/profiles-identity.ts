import * as z from 'zod/mini';
import { documentTypes } from './age-verification.ts';
import { operation } from './operation.ts';
import { agreementStates, identityDocumentStates } from './rules/identity-level.ts';
import { cursorQuery, id, idParams, isoDate, page, requiredText, timestamp } from './schemas.ts';

/** What a creator signs. A changed text gets the next number; everyone is then asked to sign again. */
export const agreementWording = {
  number: 1,
  title: 'Creator agreement',
  clauses: [
    'I am 18 or older, and the identity document that I showed to Vlam is mine.',
    'I publish only what I made, or may sell. Everyone who can be seen or heard in it is 18 or older, agreed to be shown and to the sale, and may take that back at any time.',
    'I keep proof of age and consent of everyone in it, and hand it over when Vlam asks.',
    'I publish nothing that the law forbids, nothing about minors of any kind, no violence and no coercion, and I rate each item truthfully.',
    'I do not offer or arrange meetings for money.',
    'My account is mine alone. Nobody else writes to members in my name without saying so.',
    'I tell Vlam when my name or my bank account changes. Payouts go only to an account in my own name.',
    'Vlam may look at what I publish before and after, take it down, hold back payouts while it looks, and end this agreement when I break it.',
    'Vlam keeps this document for as long as the law asks.',
  ],
} as const;

/** The consent a member gives before the document; a changed text gets the next number. */
export const documentWording = {
  number: 1,
  text: 'I agree that staff compare this document with my account, my first photo and a selfie I send for it. It is used for nothing else.',
} as const;

/** Days after which a document without a decision is deleted. */
export const documentWaitDays = 30;
/** Days that the picture stays after a decision; the retention schedule says the same. */
export const documentKeptDays = 30;
/** Documents a member may send within 24 hours at most. */
export const maxDocumentsPerDay = 3;

/** How surely a member is known, and what is missing for the next level. */
export const ownIdentity = z.object({
  level: z.int().check(z.gte(0), z.lte(3)),
  /** The level from which what a creator publishes appears without a moderator. */
  atOnceLevel: z.int(),
  ageProven: z.boolean(),
  documentSeen: z.boolean(),
  document: z.object({
    /** Of the document that was sent last. */
    state: z.enum(identityDocumentStates),
    sentAt: z.nullable(timestamp),
    /** Why staff refused it; null otherwise. */
    reason: z.nullable(z.string()),
    /** When the review of a document expires, and the level falls; null before the first one. */
    until: z.nullable(timestamp),
    /** A new one is asked for, because the end is near. */
    isDue: z.boolean(),
  }),
  selfieMatched: z.boolean(),
  agreement: z.object({
    state: z.enum(agreementStates),
    signedAt: z.nullable(timestamp),
    /** When the level falls unless it is signed again. */
    until: z.nullable(timestamp),
  }),
});
export type OwnIdentity = z.output<typeof ownIdentity>;

/** A document that waits; the picture is opened apart. */
export const waitingDocument = z.object({
  id,
  accountId: id,
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  documentType: z.enum(documentTypes),
  isCreator: z.boolean(),
  sentAt: timestamp,
  /** The caller's own; others decide. */
  isOwn: z.boolean(),
});
export type WaitingDocument = z.output<typeof waitingDocument>;

export const openedDocument = z.object({
  picture: z.string(),
  /** The selfie that waits, when its member agreed to this comparison. */
  selfie: z.nullable(z.string()),
  /** The first shown photo; null without one. */
  photo: z.nullable(z.string()),
  /** A moderator compared the photo with a selfie. */
  isPhotoChecked: z.boolean(),
});

const identityStaff = { permission: 'view_identity' } as const;

export const profileIdentityOperations = {
  ownIdentity: operation({
    method: 'GET',
    path: '/api/creator/identity',
    summary: "The caller's identity level, and what is missing",
    access: 'adult',
    response: ownIdentity,
  }),
  signCreatorAgreement: operation({
    method: 'POST',
    path: '/api/creator/agreement',
    summary: 'Sign the creator agreement with the full name of the account; kept as a dated PDF',
    access: 'creator',
    rate: 'write',
    body: z.strictObject({
      name: requiredText(3, 200, 'Write your full name', 'Please keep it under 200 characters'),
      agreed: z.literal(true),
      wording: z.int().check(z.gte(1), z.lte(1000)),
    }),
    response: ownIdentity,
    errors: ['VALIDATION_FAILED', 'CONFLICT'],
  }),
  creatorAgreementPdf: operation({
    method: 'GET',
    path: '/api/creator/agreement.pdf',
    summary: 'The agreement that the caller signed last, as PDF',
    access: 'creator',
    rate: 'document',
    navigation: true,
    errors: ['NOT_FOUND'],
  }),
  sendIdentityDocument: operation({
    method: 'POST',
    path: '/api/identity/document',
    summary:
      'Send a picture of the identity document; the uploaded file is deleted, and only staff open the sealed copy',
    access: 'adult',
    stepUp: true,
    rate: 'write',
    body: z.strictObject({
      mediaId: id,
      documentType: z.enum(documentTypes),
      /** The member agreed to the use of the document for this comparison. */
      consent: z.literal(true, 'Please agree first'),
    }),
    response: ownIdentity,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'MEDIA_NOT_READY', 'QUOTA_REACHED'],
  }),
  withdrawIdentityDocument: operation({
    method: 'DELETE',
    path: '/api/identity/document',
    summary: 'Take back a document that waits, which deletes it',
    access: 'adult',
    stepUp: true,
    rate: 'write',
    response: ownIdentity,
  }),
  listIdentityDocuments: operation({
    method: 'GET',
    path: '/api/admin/identity-documents',
    summary: 'Documents that wait for a decision, oldest first',
    access: identityStaff,
    query: cursorQuery,
    response: page(waitingDocument),
  }),
  openIdentityDocument: operation({
    method: 'POST',
    path: '/api/admin/identity-documents/{id}/open',
    summary: 'The document and the pictures to compare it with, as data URLs; audited',
    access: identityStaff,
    stepUp: true,
    rate: 'write',
    params: idParams,
    response: openedDocument,
    status: 200,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
  decideIdentityDocument: operation({
    method: 'POST',
    path: '/api/admin/identity-documents/{id}',
    summary: 'Accept or refuse a document; audited',
    access: identityStaff,
    stepUp: true,
    rate: 'write',
    params: idParams,
    body: z.strictObject({
      decision: z.enum(['accept', 'refuse']),
      /** As the document shows it; required to accept, and compared with the account. */
      dateOfBirth: z.optional(isoDate),
      /** For the member when it is refused, for the log otherwise. */
      reason: requiredText(3, 300, 'Say why', 'Please keep it under 300 characters'),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
};
