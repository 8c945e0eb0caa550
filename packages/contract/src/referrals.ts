import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cents, id, timestamp } from './schemas.ts';

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

export const referralsOperations = {
  ownReferrals: operation({
    method: 'GET',
    path: '/api/studio/referrals',
    summary: "The caller's link for other creators, what it brought, and who referred the caller",
    access: 'creator',
    response: ownReferrals,
  }),
};
