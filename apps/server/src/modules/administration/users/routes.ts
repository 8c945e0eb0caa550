import { adminsOperations } from '@vlam/contract/administration-admins';
import { memberOperations } from '@vlam/contract/administration-member';
import { usersOperations } from '@vlam/contract/administration-users';
import { type BoundOperation, bind } from '../../../platform/operation.ts';
import { sendCsv } from '../../../platform/send-csv.ts';
import { hasPermission } from '../../../platform/viewer.ts';
import type { AdministrationService } from '../service.ts';

export const usersRoutes = ({ users, members }: Pick<AdministrationService, 'users' | 'members'>): BoundOperation[] => [
  ...bind(memberOperations, {
    adminMember: ({ viewer, params }) => members.get(viewer, params.id),
    adminMemberHistory: ({ viewer, params, query }) => members.history(viewer, params.id, query),
  }),
  ...bind(adminsOperations, {
    adminGrants: ({ viewer }) => users.grants.list(viewer),
    confirmAdminGrant: ({ viewer, params }) => users.grants.confirm(viewer, params.id),
    async withdrawAdminGrant({ viewer, params }) {
      await users.grants.withdraw(viewer, params.id);
      return undefined;
    },
  }),
  ...bind(usersOperations, {
    adminStatus: ({ viewer }) => ({
      isAdmin: hasPermission(viewer, 'all'),
      permissions: [...viewer.permissions],
    }),
    adminUsers: ({ viewer, query }) => users.list(viewer, query),
    exportUsers: async ({ viewer, query, reply }) =>
      sendCsv(reply, 'vlam-users.csv', await users.exportCsv(viewer, query)),
    suspendUser: ({ viewer, body }) =>
      users.act(viewer, body.userId, { kind: 'suspend', reason: body.reason, rule: body.rule }),
    unsuspendUser: ({ viewer, body }) => users.act(viewer, body.userId, { kind: 'unsuspend' }),
    verifyUser: ({ viewer, body }) => users.act(viewer, body.userId, { kind: 'verify' }),
    promoteUser: ({ viewer, body }) => users.act(viewer, body.userId, { kind: 'role', role: body.role }),
    bulkUsers: ({ viewer, body }) => users.batches.run(viewer, body),
    undoBulk: ({ viewer, params }) => users.batches.undo(viewer, params.id),
    userFilters: ({ viewer }) => users.filters.list(viewer),
    saveUserFilter: ({ viewer, body }) => users.filters.save(viewer, body.name, body.filter),
    async deleteUserFilter({ viewer, params }) {
      await users.filters.remove(viewer, params.id);
      return undefined;
    },
  }),
];
