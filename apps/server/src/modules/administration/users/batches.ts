import type { usersOperations } from '@vlam/contract/administration-users';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { createStaffBatches } from '../../../platform/staff-batches.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { AccountState, ActionDependencies, UserAction, UserActions } from './actions.ts';

type Bulk = BodyOf<(typeof usersOperations)['bulkUsers']>;

/** What an account was before a bulk action, as far as the action changes it. */
interface Before extends AccountState {
  /** How the action left the account, ISO 8601: undone only while it is still so. */
  leftSuspendedAt: string | null;
  /** The statement of a suspension. */
  statementId: string | null;
}

export interface UserBatches {
  /** Acts on each account in a transaction of its own, so that one refusal stops no other. */
  run(viewer: Viewer, body: Bulk): Promise<ResponseOf<(typeof usersOperations)['bulkUsers']>>;
  /** Throws `NOT_FOUND` for a batch of others, `CONFLICT` when it is too old or undone. */
  undo(viewer: Viewer, batchId: string): Promise<ResponseOf<(typeof usersOperations)['undoBulk']>>;
}

export function createUserBatches(deps: ActionDependencies & { clock: Clock; actions: UserActions }): UserBatches {
  const { actions, identity, ageVerification, compliance } = deps;
  const batches = createStaffBatches<Before, Bulk['action']>(deps, 'users');

  /** Whether the account is still as the batch left it. */
  async function isUnchanged(tx: Db, accountId: string, action: string, before: Before): Promise<boolean> {
    const [user] = await deps.listUsers(tx, [accountId]);
    if (!user) return false;
    return action === 'verify' ? user.isVerified && user.identityChecked : user.suspendedAt === before.leftSuspendedAt;
  }

  async function restore(tx: Db, viewer: Viewer, accountId: string, before: Before, action: string) {
    if (action === 'suspend') {
      if (before.statementId) await compliance.decisions.withdraw(tx, before.statementId);
      return actions.actIn(tx, viewer, accountId, { kind: 'unsuspend' }, null);
    }
    if (action === 'unsuspend')
      return actions.actIn(
        tx,
        viewer,
        accountId,
        { kind: 'suspend', reason: before.suspendedReason ?? 'Suspended again' },
        null,
      );
    await identity.lockAccount(tx, accountId);
    await ageVerification.withdrawDocument(tx, accountId, { opened: !before.isVerified });
    await compliance.recordAction(tx, {
      actorId: viewer.accountId,
      action: 'user.verification_withdrawn',
      targetType: 'account',
      targetId: accountId,
    });
    return before;
  }

  return {
    async run(viewer, { action, userIds, reason, rule }) {
      if (action === 'suspend' && !reason)
        throw new AppError('VALIDATION_FAILED', { details: { fields: { reason: 'A reason is required' } } });
      const change: UserAction =
        action === 'suspend' ? { kind: 'suspend', reason: reason ?? '', rule } : { kind: action };
      return batches.run(viewer, { action, ids: userIds }, async (tx, accountId, batch) => {
        const before = await actions.actIn(tx, viewer, accountId, change, batch.id);
        const [after] = await deps.listUsers(tx, [accountId]);
        return { ...before, leftSuspendedAt: after?.suspendedAt ?? null };
      });
    },
    undo: (viewer, batchId) =>
      batches.undo(viewer, batchId, async (tx, { id, before, action }) => {
        if (!(await isUnchanged(tx, id, action, before))) throw new AppError('CONFLICT');
        await restore(tx, viewer, id, before, action);
      }),
  };
}
