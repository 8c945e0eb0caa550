import { adminGrantHours, type adminsOperations } from '@vlam/contract/administration-admins';
import type { AdminUser } from '@vlam/contract/administration-users';
import type { ResponseOf } from '@vlam/contract/operation';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { Account, IdentityService } from '../../identity/service.ts';
import * as grantsStore from './grants-store.ts';
import { requireMayGive } from './policy.ts';

export interface GrantDependencies {
  database: Database;
  clock: Clock;
  identity: Pick<IdentityService, 'lockAccount' | 'changeRole' | 'listNames' | 'listStaff'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  listUsers(on: Db, ids: readonly string[]): Promise<AdminUser[]>;
}

export interface AdminGrants {
  /**
   * Proposes a member as an admin, in the caller's transaction and under its locks. Throws `CONFLICT` when no other admin
   * could confirm it, or it is proposed already.
   */
  propose(tx: Db, actor: Account, target: Account): Promise<void>;
  list(viewer: Viewer): Promise<ResponseOf<(typeof adminsOperations)['adminGrants']>>;
  /** Throws `NOT_FOUND`, `FORBIDDEN` for the proposer and the proposed, `CONFLICT` when the account no longer fits. */
  confirm(viewer: Viewer, id: string): Promise<AdminUser>;
  withdraw(viewer: Viewer, id: string): Promise<void>;
}

/** The admin role takes two admins: one proposes, another confirms. */
export function createAdminGrants(deps: GrantDependencies): AdminGrants {
  const { identity, compliance, clock } = deps;
  const { db } = deps.database;

  const record = (tx: Db, viewer: { accountId: string }, action: string, accountId: string, details: object = {}) =>
    compliance.recordAction(tx, {
      actorId: viewer.accountId,
      action,
      targetType: 'account',
      targetId: accountId,
      details: { ...details },
    });

  return {
    async propose(tx, actor, target) {
      const others = (await identity.listStaff(tx, 'all')).filter((id) => id !== actor.id && id !== target.id);
      if (others.length === 0)
        throw new AppError('CONFLICT', {
          message: 'You are the only admin, and this takes two. The operator makes the second one on the server',
        });
      const now = clock.now();
      await grantsStore.lapseGrants(tx, now);
      const expiresAt = new Date(now.getTime() + adminGrantHours * 3_600_000);
      const grant = { id: newId(), accountId: target.id, proposedBy: actor.id, now, expiresAt };
      if (!(await grantsStore.insertGrant(tx, grant)))
        throw new AppError('CONFLICT', { message: 'They are proposed already. Another admin has to confirm it' });
      await record(tx, { accountId: actor.id }, 'user.admin_proposed', target.id, { from: target.role });
    },
    async list(viewer) {
      const rows = await grantsStore.listWaiting(db, clock.now());
      const names = await identity.listNames(db, [
        ...new Set(rows.flatMap((row) => [row.account_id, row.proposed_by])),
      ]);
      return rows.map((row) => ({
        id: row.id,
        userId: row.account_id,
        userName: names.get(row.account_id) ?? '',
        proposedBy: { id: row.proposed_by, name: names.get(row.proposed_by) ?? '' },
        proposedAt: row.proposed_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        mayConfirm: viewer.accountId !== row.proposed_by && viewer.accountId !== row.account_id,
      }));
    },
    confirm: (viewer, id) =>
      db.transaction().execute(async (tx) => {
        const grant = await grantsStore.findWaiting(tx, id, clock.now());
        if (!grant) throw new AppError('NOT_FOUND');
        const { account_id: accountId, proposed_by: proposerId } = grant;
        // One ID number proves the age of one account only, so two admins are two people.
        if (viewer.accountId === accountId || viewer.accountId === proposerId)
          throw new AppError('FORBIDDEN', { message: 'Somebody other than the two of them has to confirm this' });
        // Always the lower id first, as all who act on accounts.
        const locked = new Map<string, Account>();
        for (const each of [...new Set([viewer.accountId, accountId, proposerId])].sort())
          locked.set(each, await identity.lockAccount(tx, each, { staff: true }));
        const [actor, target, proposer] = [viewer.accountId, accountId, proposerId].map((each) => locked.get(each));
        if (!actor || !target || !proposer) throw new AppError('NOT_FOUND');
        if (actor.suspendedAt || actor.role !== 'admin') throw new AppError('FORBIDDEN');
        if (proposer.suspendedAt || proposer.role !== 'admin')
          throw new AppError('CONFLICT', { message: 'The admin who proposed it is none any more' });
        requireMayGive(actor, target, 'admin');
        const settled = { state: 'confirmed', by: viewer.accountId, now: clock.now() } as const;
        if (!(await grantsStore.settleGrant(tx, id, settled))) throw new AppError('NOT_FOUND');
        await identity.changeRole(tx, accountId, 'admin');
        await record(tx, viewer, 'user.role_changed', accountId, {
          from: target.role,
          to: 'admin',
          proposedBy: proposerId,
        });
        const [user] = await deps.listUsers(tx, [accountId]);
        if (!user) throw new AppError('NOT_FOUND');
        return user;
      }),
    withdraw: (viewer, id) =>
      db.transaction().execute(async (tx) => {
        const grant = await grantsStore.findWaiting(tx, id, clock.now());
        const settled = { state: 'withdrawn', by: viewer.accountId, now: clock.now() } as const;
        if (!grant || !(await grantsStore.settleGrant(tx, id, settled))) throw new AppError('NOT_FOUND');
        await record(tx, viewer, 'user.admin_proposal_withdrawn', grant.account_id);
      }),
  };
}
