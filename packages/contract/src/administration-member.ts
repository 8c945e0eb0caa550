import * as z from 'zod/mini';
import { adminUser } from './administration-users.ts';
import { operation } from './operation.ts';
import { ownIdentity } from './profiles-identity.ts';
import { cents, credits, id, idParams, queryInteger, timestamp } from './schemas.ts';

/** A member's money in one glance; only with `manage_money`. */
const memberMoney = z.object({
  /** Rand paid and kept, in cents. */
  spentCents: cents,
  /** Rand earned as a creator, withdrawn or not, in cents. */
  earnedCents: cents,
  balance: credits,
});

/** A member as staff see them. The address is masked without `manage_users`. */
export const adminMember = z.extend(adminUser, {
  age: z.nullable(z.int()),
  /** Reports about them, pending or decided. */
  reports: z.int(),
  /** Strikes that count now, also those of another account of the same person. */
  strikes: z.int(),
  /** How surely they are known, and what is missing. */
  identity: ownIdentity,
  money: z.nullable(memberMoney),
  /** Null without `manage_users`. */
  sessions: z.nullable(z.int()),
  /** Whether the caller may change this account at all. */
  isManageable: z.boolean(),
});
export type AdminMember = z.output<typeof adminMember>;

export const historyParts = ['reports', 'staff', 'money', 'access'] as const;
export type HistoryPart = (typeof historyParts)[number];

/** One thing that happened to a member or that they did. */
export const historyItem = z.object({
  id: z.string(),
  at: timestamp,
  part: z.enum(historyParts),
  /** Such as `user.suspended`, `report.pending`, `order.paid`, `unlock`, `signed_up`. */
  kind: z.string(),
  /** What staff wrote, what was bought, or the device. */
  text: z.nullable(z.string()),
  /** Name of the member of staff who acted. */
  actor: z.nullable(z.string()),
  /** Row of the audit log. */
  auditNumber: z.nullable(z.int()),
  amount: z.nullable(z.object({ currency: z.enum(['credits', 'cents']), value: z.int() })),
});
export type HistoryItem = z.output<typeof historyItem>;

const moderators = { permission: 'moderate_content' } as const;

export const memberOperations = {
  adminMember: operation({
    method: 'GET',
    path: '/api/admin/users/{id}',
    summary: 'One member by the id of their account or profile, for any member of staff; audited',
    access: moderators,
    params: idParams,
    response: adminMember,
    errors: ['NOT_FOUND'],
  }),
  adminMemberHistory: operation({
    method: 'GET',
    path: '/api/admin/users/{id}/history',
    summary: 'What happened, newest first: reports, acts of staff, money and access, as the caller may see them',
    access: moderators,
    params: z.strictObject({ id }),
    query: z.strictObject({
      part: z.optional(z.enum(historyParts)),
      cursor: z.optional(z.string().check(z.maxLength(600))),
      limit: z.optional(queryInteger(1, 50)),
    }),
    response: z.object({ items: z.array(historyItem), nextCursor: z.nullable(z.string()) }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
};
