import * as z from 'zod/mini';
import { adminUser } from './administration-users.ts';
import { operation } from './operation.ts';
import { id, idParams, timestamp } from './schemas.ts';

/** Hours in which a second admin confirms that a member becomes an admin. */
export const adminGrantHours = 24;

const managers = { permission: 'manage_users' } as const;
const adminGrant = z.object({
  id,
  userId: id,
  userName: z.string(),
  proposedBy: z.object({ id, name: z.string() }),
  proposedAt: timestamp,
  expiresAt: timestamp,
  /** False for the person who proposed it, and the person it is about. */
  mayConfirm: z.boolean(),
});

export const adminsOperations = {
  adminGrants: operation({
    method: 'GET',
    path: '/api/admin/admin-grants',
    summary: 'Proposals to make a member an admin that wait for a second admin, oldest first',
    access: managers,
    response: z.array(adminGrant),
  }),
  confirmAdminGrant: operation({
    method: 'POST',
    path: '/api/admin/admin-grants/{id}/confirm',
    summary: 'Make a member an admin that another admin proposed within 24 hours; audited',
    access: managers,
    rate: 'write',
    stepUp: true,
    params: idParams,
    response: adminUser,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
  withdrawAdminGrant: operation({
    method: 'DELETE',
    path: '/api/admin/admin-grants/{id}',
    summary: 'Withdraw or refuse a proposal to make a member an admin; audited',
    access: managers,
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
};
