import * as z from 'zod/mini';
import { signUpConsents } from './account-consents.ts';
import { operation } from './operation.ts';
import { cursorQuery, id, idParams, isoDate, page, requiredText, timestamp } from './schemas.ts';

export const documentTypes = ['id_document', 'passport', 'drivers_license'] as const;

export const verifyAgeBody = z.strictObject({
  idNumber: z.string().check(z.regex(/^\d{13}$/, 'SA ID number must be 13 digits')),
  documentType: z.enum(documentTypes),
  documentNumber: requiredText(1, 40, 'Please fill in all required fields'),
  /** A calendar date, or a timestamp whose date in South Africa counts. */
  dateOfBirth: z
    .string()
    .check(
      z.regex(
        /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/,
        'Please fill in all required fields',
      ),
    ),
  /** Sent by the specification's client; the server computes the age and ignores it. */
  isOver18: z.optional(z.boolean()),
  /** For an account that was made without them, as by an external sign-in. */
  consents: z.optional(signUpConsents),
});

export const ageCheckState = z.object({
  /** 'review': staff must check a document. */
  state: z.enum(['open', 'verified', 'review']),
  triesLeft: z.int(),
  /** Seconds until the next try; 0 when a try is allowed now. */
  retryAfterSeconds: z.int(),
  supportEmail: z.string(),
  /** The account has not agreed to the terms yet: the proof has to carry it. */
  needsTerms: z.boolean(),
});
export type AgeCheckState = z.output<typeof ageCheckState>;

const named = { id, firstName: z.string(), lastName: z.string() };
const ageReview = z.object({
  ...named,
  documentType: z.string(),
  reason: z.enum(['number_in_use', 'two_centuries', 'refused_before']),
  since: timestamp,
  /** The account that uses the same ID number, if any. */
  heldBy: z.nullable(z.object({ ...named, since: timestamp })),
});

/** To accept, staff enter number and date from the document; they must match the account's. */
export const ageReviewDecision = z.strictObject({
  accept: z.boolean(),
  idNumber: z.optional(z.string().check(z.regex(/^\d{13}$/, 'SA ID number must be 13 digits'))),
  dateOfBirth: z.optional(isoDate),
  reason: requiredText(1, 300, 'Please say why'),
});

export const ageVerificationOperations = {
  verifyAge: operation({
    method: 'POST',
    path: '/api/auth/verify-age',
    summary: "Prove the caller's age; the server decides",
    access: 'member',
    beforeAgeCheck: true,
    rate: 'age',
    body: verifyAgeBody,
    response: z.object({ verified: z.boolean() }),
    errors: [
      'INVALID_ID_NUMBER',
      'UNDER_AGE',
      'VERIFICATION_FAILED',
      'ALREADY_VERIFIED',
      'AGE_REVIEW_PENDING',
      'QUOTA_REACHED',
      'CONSENT_REQUIRED',
    ],
  }),
  ageCheck: operation({
    method: 'GET',
    path: '/api/auth/age-check',
    summary: "State of the caller's age check, and remaining attempts",
    access: 'member',
    beforeAgeCheck: true,
    response: ageCheckState,
  }),
  listAgeReviews: operation({
    method: 'GET',
    path: '/api/admin/age-reviews',
    summary: 'Accounts whose identity document staff must check, oldest first',
    access: { permission: 'view_identity' },
    query: cursorQuery,
    response: page(ageReview),
  }),
  decideAgeReview: operation({
    method: 'POST',
    path: '/api/admin/age-reviews/{id}/decision',
    summary: 'Accept or refuse an account by its identity document; audited',
    access: { permission: 'view_identity' },
    stepUp: true,
    params: idParams,
    body: ageReviewDecision,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
};
