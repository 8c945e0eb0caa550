import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { type AccountConsentKind, accountConsentKinds, accountConsentWordings } from './rules/account-consents.ts';
import { timestamp } from './schemas.ts';

export const accountConsent = z.object({
  kind: z.enum(accountConsentKinds),
  /** `none`: never asked or answered. `old`: given to an earlier wording than the current one. */
  state: z.enum(['given', 'old', 'withdrawn', 'none']),
  /** Number of the wording that was agreed to last; null without one. */
  number: z.nullable(z.int()),
  givenAt: z.nullable(timestamp),
  withdrawnAt: z.nullable(timestamp),
  /** Number of the wording that is asked for now. */
  currentNumber: z.int(),
});
export type AccountConsent = z.output<typeof accountConsent>;

const params = z.strictObject({ kind: z.enum(accountConsentKinds) });
const response = z.array(accountConsent);
const own = { access: 'member', beforeAgeCheck: true } as const;

/** The wording that was shown; any that there has been, since a page may be older than the server. */
const shownNumber = (kind: AccountConsentKind) => z.int().check(z.gte(1), z.lte(accountConsentWordings[kind].length));
/** What was agreed to while signing up. */
export const signUpConsents = z.strictObject({
  terms: shownNumber('terms'),
  special: z.optional(shownNumber('special')),
});

export const accountConsentOperations = {
  accountConsents: operation({
    method: 'GET',
    path: '/api/account/consents',
    summary: 'What the caller agreed to, in which wording and when, or took back',
    ...own,
    response,
  }),
  giveAccountConsent: operation({
    method: 'POST',
    path: '/api/account/consents/{kind}',
    summary: 'Agree, to the wording of this number',
    ...own,
    rate: 'write',
    params,
    body: z.strictObject({ number: z.int().check(z.gte(1), z.lte(1_000)) }),
    response,
    errors: ['VALIDATION_FAILED'],
  }),
  withdrawAccountConsent: operation({
    method: 'POST',
    path: '/api/account/consents/{kind}/withdraw',
    summary: 'Take a consent back; what was kept by it is deleted. Terms are taken back by deleting the account',
    ...own,
    rate: 'write',
    params,
    response,
    errors: ['CONFLICT'],
  }),
};
