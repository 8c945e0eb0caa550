import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { consentKinds } from './rules/records.ts';
import { cursorQuery, id, idParams, isoDate, page, requiredText, timestamp } from './schemas.ts';

const compliance = { permission: 'manage_compliance' } as const;

/** Who consented to what, in which wording. */
export const registeredConsent = z.object({
  id: z.string(),
  kind: z.enum(consentKinds),
  /** Null for a person without an account, whose name is sealed, and for a closed account. */
  who: z.nullable(z.object({ accountId: id, name: z.string() })),
  /** Whether it was given by a private link. */
  isLinked: z.boolean(),
  /** Title of an item, what was bought, or null for a selfie or an identity document. */
  what: z.nullable(z.string()),
  /** Number of the wording that was shown. */
  wording: z.nullable(z.int()),
  state: z.enum(['asked', 'yes', 'no', 'revoked']),
  askedAt: timestamp,
  answeredAt: z.nullable(timestamp),
  revokedAt: z.nullable(timestamp),
});
export type ConsentOfRegister = z.output<typeof registeredConsent>;

export const staffConsentsOperations = {
  listAllConsents: operation({
    method: 'GET',
    path: '/api/admin/consents',
    summary:
      'The consents of everybody of one kind, newest first; names of people without an account stay sealed; audited',
    access: compliance,
    rate: 'search',
    query: z.extend(cursorQuery, { kind: z.enum(consentKinds) }),
    response: page(registeredConsent),
    errors: ['VALIDATION_FAILED'],
  }),
  exportAllConsents: operation({
    method: 'GET',
    path: '/api/admin/consents/export.csv',
    summary: 'A register of consents as CSV, sealed names left out; audited',
    access: compliance,
    stepUp: true,
    rate: 'document',
    navigation: true,
    query: z.strictObject({ kind: z.enum(consentKinds) }),
    errors: ['VALIDATION_FAILED'],
  }),
  openConsent: operation({
    method: 'POST',
    path: '/api/admin/consents/{id}/open',
    summary: 'What a person in a picture signed with: legal name and birth date; audited with the reason',
    access: compliance,
    stepUp: true,
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: requiredText(3, 500, 'Say why', 'Please keep it under 500 characters') }),
    response: z.object({ name: z.string(), legalName: z.nullable(z.string()), birthDate: z.nullable(isoDate) }),
    status: 200,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
};
