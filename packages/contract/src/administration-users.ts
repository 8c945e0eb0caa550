import * as z from 'zod/mini';
import { bulkIds, bulkOutcome, chosenIds, undoOutcome } from './administration-lists.ts';
import { roles } from './identity.ts';
import { operation, permissions } from './operation.ts';
import { communityRules } from './rules/community.ts';
import { maxFilterName } from './rules/staff-lists.ts';
import { lastUserPage, userStatuses } from './rules/users.ts';
import { id, idParams, queryInteger, requiredText, timestamp } from './schemas.ts';

/** An account as staff see it: the specification's ten fields, then ours. */
export const adminUser = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  /** Seen within `inactiveAfterDays`. */
  isActive: z.boolean(),
  /** The age is proven. */
  isVerified: z.boolean(),
  suspendedAt: z.nullable(timestamp),
  lastLoginAt: z.nullable(timestamp),
  createdAt: timestamp,
  status: z.enum(userStatuses),
  suspendedReason: z.nullable(z.string()),
  /** Staff have examined an identity document: the verified badge. */
  identityChecked: z.boolean(),
  lastSeenAt: z.nullable(timestamp),
  profileId: z.nullable(id),
  displayName: z.nullable(z.string()),
  city: z.nullable(z.string()),
  portraitUrl: z.nullable(z.string()),
  /** Pending reports about this member. */
  openReports: z.int(),
});
export type AdminUser = z.output<typeof adminUser>;

const searchText = z.string().check(z.trim(), z.maxLength(100));
const filterFields = {
  /** Part of a name or email address; an account's or profile's id finds that one. */
  q: z.optional(searchText),
  role: z.optional(z.enum(roles)),
  status: z.optional(z.enum(userStatuses)),
  city: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  /** Signed up on this Johannesburg day or later. */
  joinedSince: z.optional(z.iso.date()),
} as const;
const filterQuery = z.strictObject({
  ...filterFields,
  /** Only members with pending reports. */
  reported: z.optional(z.literal('true')),
});

/** A filter of the list, as it is saved. */
export const savedFilter = z.strictObject({ ...filterFields, reported: z.optional(z.boolean()) });
export type UserFilter = z.output<typeof savedFilter>;

/** A count that stops: `exact` is false when there are more, or when the figure may be a minute old. */
export const boundedCount = z.object({ count: z.int(), exact: z.boolean() });

const managers = { permission: 'manage_users' } as const;
const userErrors = ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'] as const;
const reason = requiredText(1, 500, 'A reason is required', 'Please keep it under 500 characters');

export const usersOperations = {
  adminStatus: operation({
    method: 'GET',
    path: '/api/admin/check-status',
    summary: 'Whether the caller is an admin, and their permissions',
    access: 'member',
    response: z.object({ isAdmin: z.boolean(), permissions: z.array(z.enum(permissions)) }),
  }),
  adminUsers: operation({
    method: 'GET',
    path: '/api/admin/users',
    summary: 'Accounts, newest first, by name or email, role, status and more; each read is audited',
    access: managers,
    rate: 'search',
    query: z.extend(filterQuery, {
      page: z.optional(queryInteger(1, lastUserPage)),
      limit: z.optional(queryInteger(1, 100)),
      /** Goes on from an earlier page, however deep; takes the place of `page`. */
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    response: z.object({
      users: z.array(adminUser),
      total: z.int(),
      /** False when there are more than `total`, or when it may be a minute old. */
      totalIsExact: z.boolean(),
      page: z.int(),
      limit: z.int(),
      nextCursor: z.nullable(z.string()),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  exportUsers: operation({
    method: 'GET',
    path: '/api/admin/users/export.csv',
    summary: 'The list, or chosen accounts of it, as CSV; audited',
    access: managers,
    stepUp: true,
    rate: 'document',
    navigation: true,
    query: z.extend(filterQuery, {
      /** Account ids; without them everyone the filter finds, up to `maxExportRows`. */
      ids: chosenIds,
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  suspendUser: operation({
    method: 'POST',
    path: '/api/admin/users/suspend',
    summary: 'Suspend an account: its sessions, sockets and file addresses end, its profile disappears; audited',
    access: managers,
    rate: 'write',
    body: z.strictObject({ userId: id, reason, rule: z.optional(z.enum(communityRules)) }),
    response: adminUser,
    errors: userErrors,
  }),
  unsuspendUser: operation({
    method: 'POST',
    path: '/api/admin/users/unsuspend',
    summary: 'End a suspension; audited',
    access: managers,
    rate: 'write',
    body: z.strictObject({ userId: id }),
    response: adminUser,
    errors: userErrors,
  }),
  verifyUser: operation({
    method: 'POST',
    path: '/api/admin/users/verify',
    summary: 'Record that the caller has seen an identity document of an adult: opens the account and gives the badge',
    access: managers,
    rate: 'write',
    body: z.strictObject({ userId: id }),
    response: adminUser,
    errors: userErrors,
  }),
  promoteUser: operation({
    method: 'POST',
    path: '/api/admin/users/promote',
    summary: 'Change the role of an account, whose sessions end, or propose it as an admin; audited, as refusals are',
    access: managers,
    stepUp: true,
    rate: 'write',
    body: z.strictObject({ userId: id, role: z.enum(roles) }),
    response: adminUser,
    errors: userErrors,
  }),
  bulkUsers: operation({
    method: 'POST',
    path: '/api/admin/users/bulk',
    summary: 'Suspend, unsuspend or verify several accounts; each is audited, and what succeeds can be undone',
    access: managers,
    rate: 'write',
    body: z.strictObject({
      action: z.enum(['suspend', 'unsuspend', 'verify']),
      userIds: bulkIds,
      /** Required to suspend. */
      reason: z.optional(reason),
      /** Of a suspension. */
      rule: z.optional(z.enum(communityRules)),
    }),
    response: bulkOutcome,
    errors: ['VALIDATION_FAILED'],
  }),
  undoBulk: operation({
    method: 'POST',
    path: '/api/admin/users/bulk/{id}/undo',
    summary: "Take back the caller's own bulk action, for the accounts that no one has changed since; audited",
    access: managers,
    rate: 'write',
    params: idParams,
    response: undoOutcome,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  userFilters: operation({
    method: 'GET',
    path: '/api/admin/users/filters',
    summary: "Counts of the fixed filters, and the caller's saved ones",
    access: managers,
    response: z.object({
      suspended: boundedCount,
      unverified: boundedCount,
      newThisWeek: boundedCount,
      saved: z.array(z.object({ id, name: z.string(), filter: savedFilter, ...boundedCount.shape })),
    }),
  }),
  saveUserFilter: operation({
    method: 'POST',
    path: '/api/admin/users/filters',
    summary: 'Save a filter under a name; the same name replaces it, twenty at most',
    access: managers,
    rate: 'write',
    body: z.strictObject({
      name: requiredText(1, maxFilterName, 'A name is required', 'Name too long'),
      filter: savedFilter,
    }),
    response: z.object({ id }),
    status: 201,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
  deleteUserFilter: operation({
    method: 'DELETE',
    path: '/api/admin/users/filters/{id}',
    summary: "Delete one of the caller's saved filters",
    access: managers,
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
};
