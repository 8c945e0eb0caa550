import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { agreementStates } from './rules/identity-level.ts';
import { requiredText, timestamp } from './schemas.ts';

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

/** How surely a member is known, and what is missing for the next level. */
export const ownIdentity = z.object({
  level: z.int().check(z.gte(0), z.lte(3)),
  /** The level from which what a creator publishes appears without a moderator. */
  atOnceLevel: z.int(),
  ageProven: z.boolean(),
  documentSeen: z.boolean(),
  selfieMatched: z.boolean(),
  agreement: z.object({
    state: z.enum(agreementStates),
    signedAt: z.nullable(timestamp),
    /** When the level falls unless it is signed again. */
    until: z.nullable(timestamp),
  }),
});
export type OwnIdentity = z.output<typeof ownIdentity>;

export const profileIdentityOperations = {
  ownIdentity: operation({
    method: 'GET',
    path: '/api/creator/identity',
    summary: "The caller's identity level, and what is missing",
    access: 'creator',
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
};
