import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cents, id, idParams, requiredText, timestamp } from './schemas.ts';

/** Sums of a creator's referrals; nothing of it says who bought, or which creator sold. */
const ownReferrals = z.object({
  /** What the link to the sign-up carries: a handle or a profile's id; null until the creator's age is proven. */
  code: z.nullable(z.string()),
  /** Creators who signed up with it, those of them who have sold, and those whose sales bring a share now. */
  joined: z.int(),
  selling: z.int(),
  earning: z.int(),
  /** Calendar months in Johannesburg of the last two years that brought something or lost it, newest first. */
  months: z.array(z.object({ month: z.string(), cents })),
  totalCents: cents,
  /** Who referred the caller; null when nobody did. */
  referredBy: z.nullable(
    z.object({
      /** Null where the caller may not see them. */
      person: z.nullable(z.object({ id, displayName: z.string() })),
      joinedAt: timestamp,
      /** When the share of the caller's sales ends; null before the first sale. */
      until: z.nullable(timestamp),
      ended: z.boolean(),
    }),
  ),
});
export type OwnReferrals = z.output<typeof ownReferrals>;

/** One creator's binding to another, as staff of money see it. */
const memberReferral = z.object({
  /** The account that signed up with the link. */
  id,
  /** The other of the two, by account; the name is null where their profile is gone. */
  other: z.object({ accountId: id, displayName: z.nullable(z.string()) }),
  percent: z.int(),
  /** Null until it counts. */
  joinedAt: z.nullable(timestamp),
  /** Set by the first sale. */
  until: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
});
const memberReferrals = z.object({
  /** Who referred the member; null when nobody did. */
  referredBy: z.nullable(memberReferral),
  /** The newest fifty of whom the member referred. */
  referred: z.array(memberReferral),
});
export type MemberReferrals = z.output<typeof memberReferrals>;

const money = { permission: 'manage_money' } as const;

export const referralsOperations = {
  ownReferrals: operation({
    method: 'GET',
    path: '/api/studio/referrals',
    summary: "The caller's link for other creators, what it brought, and who referred the caller",
    access: 'creator',
    response: ownReferrals,
  }),
  memberReferrals: operation({
    method: 'GET',
    path: '/api/admin/users/{id}/referrals',
    summary: 'Who referred a member, and whom they referred; by the id of their account',
    access: money,
    params: idParams,
    response: memberReferrals,
  }),
  endReferral: operation({
    method: 'POST',
    path: '/api/admin/referrals/{id}/end',
    summary: 'End the share of one referral for good; what was posted stays. By the account that signed up; audited',
    access: money,
    stepUp: true,
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: requiredText(3, 300, 'Say why') }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
};
