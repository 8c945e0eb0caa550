import type { AdminUser } from '@vlam/contract/administration-users';
import type { Role } from '@vlam/contract/identity';
import type { CommunityRule } from '@vlam/contract/rules/community';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { AgeVerificationService } from '../../age-verification/service.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { Account, IdentityService } from '../../identity/service.ts';
import type { AdminGrants } from './grants.ts';
import { isStaff, requireMayAct, requireMayGive } from './policy.ts';

/** What of an account the actions change. */
export interface AccountState {
  suspendedReason: string | null;
  isVerified: boolean;
  identityChecked: boolean;
}

/** One change of an account; the row of the audit log names the batch it belongs to, if any. */
export type UserAction =
  | { kind: 'suspend'; reason: string; rule?: CommunityRule | undefined }
  | { kind: 'unsuspend' }
  | { kind: 'verify' }
  | { kind: 'role'; role: Role };

export interface ActionDependencies {
  database: Database;
  identity: Pick<IdentityService, 'lockAccount' | 'suspend' | 'unsuspend' | 'changeRole'>;
  ageVerification: Pick<AgeVerificationService, 'confirmByDocument' | 'withdrawDocument'>;
  compliance: Pick<ComplianceService, 'recordAction' | 'recordDecision' | 'decisions'>;
  listUsers(on: Db, ids: readonly string[]): Promise<AdminUser[]>;
  grants: Pick<AdminGrants, 'propose'>;
}

export interface UserActions {
  /**
   * Acts on one account in a transaction with its audit row. Throws `NOT_FOUND`, `FORBIDDEN` by rank, and `CONFLICT` when
   * the account is so already. The role admin is only proposed: another admin confirms it.
   */
  act(viewer: Viewer, accountId: string, action: UserAction): Promise<AdminUser>;
  /** As `act`, in the caller's transaction; returns the account before, and the id of the statement of a suspension. */
  actIn(
    tx: Db,
    viewer: Viewer,
    accountId: string,
    action: UserAction,
    batchId: string | null,
  ): Promise<AccountState & { statementId: string | null }>;
}

export function createUserActions(deps: ActionDependencies): UserActions {
  const { identity, ageVerification, compliance } = deps;
  const { db } = deps.database;

  async function getUser(on: Db, accountId: string): Promise<AdminUser> {
    const [user] = await deps.listUsers(on, [accountId]);
    if (!user) throw new AppError('NOT_FOUND');
    return user;
  }

  /** Both accounts, locked; a change of staff also waits for every other one. */
  async function lockBoth(tx: Db, viewer: Viewer, accountId: string, kind: UserAction['kind']): Promise<Account> {
    const before = await getUser(tx, accountId);
    const staff = kind === 'role' || isStaff(before.role);
    // Always the lower id first, so that two who act on each other do not lock each other out.
    const ids = [...new Set([viewer.accountId, accountId])].sort();
    const locked = new Map<string, Account>();
    for (const id of ids) locked.set(id, await identity.lockAccount(tx, id, { staff }));
    const [actor, target] = [locked.get(viewer.accountId), locked.get(accountId)];
    if (!actor || !target) throw new AppError('NOT_FOUND');
    requireMayAct(actor, target);
    if (isStaff(target.role) && !staff) throw new AppError('CONFLICT');
    return target;
  }

  async function apply(tx: Db, target: Account, before: AdminUser, action: UserAction): Promise<void> {
    const refuseUnless = (allowed: boolean, message: string) => {
      if (!allowed) throw new AppError('CONFLICT', { message });
    };
    if (action.kind === 'suspend') {
      refuseUnless(!target.suspendedAt, 'This account is suspended already');
      await identity.suspend(tx, target.id, action.reason);
    } else if (action.kind === 'unsuspend') {
      refuseUnless(target.suspendedAt !== null, 'This account is not suspended');
      await identity.unsuspend(tx, target.id);
    } else {
      refuseUnless(!before.isVerified || !before.identityChecked, 'This account is verified already');
      await ageVerification.confirmByDocument(tx, target);
    }
  }

  const actions: UserActions = {
    act: (viewer, accountId, action) =>
      db.transaction().execute(async (tx) => {
        await actions.actIn(tx, viewer, accountId, action, null);
        return getUser(tx, accountId);
      }),
    async actIn(tx, viewer, accountId, action, batchId) {
      const target = await lockBoth(tx, viewer, accountId, action.kind);
      const before = await getUser(tx, accountId);
      if (action.kind === 'role') {
        const actor = await identity.lockAccount(tx, viewer.accountId);
        requireMayGive(actor, target, action.role);
        if (action.role === 'admin') {
          await deps.grants.propose(tx, actor, target);
          return { ...stateOf(before), statementId: null };
        }
        await identity.changeRole(tx, accountId, action.role);
      } else await apply(tx, target, before, action);
      const row = {
        actorId: viewer.accountId,
        action: auditNames[action.kind],
        targetType: 'account',
        targetId: accountId,
        details: {
          ...(action.kind === 'role' ? { from: target.role, to: action.role } : {}),
          ...(action.kind === 'verify' ? { opened: !before.isVerified } : {}),
          ...(batchId ? { batch: batchId } : {}),
        },
      };
      let statementId: string | null = null;
      if (action.kind === 'suspend') {
        const statement = { accountId, action: 'suspended', rule: action.rule, subject: null } as const;
        const recorded = await compliance.recordDecision(tx, { ...row, reason: action.reason }, statement);
        statementId = recorded?.id ?? null;
      } else await compliance.recordAction(tx, row);
      return { ...stateOf(before), statementId };
    },
  };
  return actions;
}

const stateOf = ({ suspendedReason, isVerified, identityChecked }: AdminUser): AccountState => ({
  suspendedReason,
  isVerified,
  identityChecked,
});

const auditNames: Record<UserAction['kind'], string> = {
  suspend: 'user.suspended',
  unsuspend: 'user.unsuspended',
  verify: 'user.verified',
  role: 'user.role_changed',
};
