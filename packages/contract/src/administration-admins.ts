import * as z from 'zod/mini';
import { adminUser } from './administration-users.ts';
import { operation } from './operation.ts';
import { id, idParams, timestamp } from './schemas.ts';

/** Hours in which a second admin confirms that somebody becomes an admin. */
export const adminGrantHours = 24;

const managers = { permission: 'manage_users' } as const;
const adminGrant = z.object({
  id,
  userId: id,
  userName: z.string(),
  proposedBy: z.object({ id, name: z.string() }),
  proposedAt: timestamp,
  expiresAt: timestamp,
  /** False for the person who proposed it, and for whom it is about. */
  mayConfirm: z.boolean(),
});

export const adminsOperations = {
  adminGrants: operation({
    method: 'GET',
    path: '/api/admin/admin-grants',
    summary: 'Proposals to make somebody an admin that wait for a second admin, oldest first',
    access: managers,
    response: z.array(adminGrant),
  }),
  confirmAdminGrant: operation({
    method: 'POST',
    path: '/api/admin/admin-grants/{id}/confirm',
    summary: 'Make somebody an admin whom another admin proposed within 24 hours; audited',
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
    summary: 'Withdraw or refuse a proposal to make somebody an admin; audited',
    access: managers,
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
};
