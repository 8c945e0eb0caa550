import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { requiredText } from './schemas.ts';

export const documentTypes = ['id_document', 'passport', 'drivers_license'] as const;

export const verifyAgeBody = z.strictObject({
  idNumber: z.string().check(z.regex(/^\d{13}$/, 'SA ID number must be 13 digits')),
  documentType: z.enum(documentTypes),
  documentNumber: requiredText(1, 40, 'Please fill in all required fields'),
  /** A calendar date, or a moment whose date in South Africa counts. */
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
});

export const ageVerificationOperations = {
  verifyAge: operation({
    method: 'POST',
    path: '/api/auth/verify-age',
    summary: 'Prove the own age; decided on the server',
    access: 'member',
    beforeAgeCheck: true,
    rate: 'age',
    body: verifyAgeBody,
    response: z.object({ verified: z.boolean() }),
    errors: ['INVALID_ID_NUMBER', 'UNDER_AGE', 'VERIFICATION_FAILED', 'ALREADY_VERIFIED', 'QUOTA_REACHED'],
  }),
};
