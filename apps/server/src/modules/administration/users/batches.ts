import type { usersOperations } from '@vlam/contract/administration-users';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { bulkUndoMinutes } from '@vlam/contract/rules/users';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ActionDependencies, UserAction, UserActions } from './actions.ts';
import * as store from './store.ts';

type Outcome = ResponseOf<(typeof usersOperations)['undoBulk']>;

export interface UserBatches {
  /** Acts on each account in a transaction of its own, so that one refusal stops no other. */
  run(
    viewer: Viewer,
    body: BodyOf<(typeof usersOperations)['bulkUsers']>,
  ): Promise<ResponseOf<(typeof usersOperations)['bulkUsers']>>;
  /** Throws `NOT_FOUND` for a batch of others, `CONFLICT` when it is too old or undone. */
  undo(viewer: Viewer, batchId: string): Promise<Outcome>;
}

const undoMs = bulkUndoMinutes * 60_000;

export function createUserBatches(deps: ActionDependencies & { clock: Clock; actions: UserActions }): UserBatches {
  const { clock, actions, identity, ageVerification, compliance } = deps;
  const { db } = deps.database;

  async function collect(ids: readonly string[], act: (tx: Db, id: string) => Promise<void>): Promise<Outcome> {
    const done: string[] = [];
    const refused: Outcome['refused'] = [];
    for (const userId of ids)
      try {
        await db.transaction().execute((tx) => act(tx, userId));
        done.push(userId);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push({ userId, message: error.message });
      }
    return { done, refused };
  }

  /** Whether the account is still as the batch left it. */
  async function isUnchanged(tx: Db, accountId: string, action: string, before: store.Before): Promise<boolean> {
    const [user] = await deps.listUsers(tx, [accountId]);
    if (!user) return false;
    return action === 'verify' ? user.isVerified && user.identityChecked : user.suspendedAt === before.leftSuspendedAt;
  }

  async function restore(tx: Db, viewer: Viewer, accountId: string, before: store.Before, action: string) {
    if (action === 'suspend') return actions.actIn(tx, viewer, accountId, { kind: 'unsuspend' }, null);
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
      const at = clock.now();
      const batchId = newId(at.getTime());
      await store.insertBatch(db, { id: batchId, actorId: viewer.accountId, action, at });
      const change: UserAction =
        action === 'suspend' ? { kind: 'suspend', reason: reason ?? '', rule } : { kind: action };
      const outcome = await collect([...new Set(userIds)], async (tx, accountId) => {
        const before = await actions.actIn(tx, viewer, accountId, change, batchId);
        const [after] = await deps.listUsers(tx, [accountId]);
        const row = { ...before, leftSuspendedAt: after?.suspendedAt ?? null };
        await store.insertBatchAccount(tx, batchId, accountId, row);
      });
      return { batchId, undoUntil: new Date(at.getTime() + undoMs).toISOString(), ...outcome };
    },
    async undo(viewer, batchId) {
      const now = clock.now();
      const batch = await db.transaction().execute(async (tx) => {
        const found = await store.lockBatch(tx, batchId, viewer.accountId);
        if (!found) throw new AppError('NOT_FOUND');
        if (found.undone_at || now.getTime() - found.created_at.getTime() > undoMs)
          throw new AppError('CONFLICT', { message: 'This can no longer be undone' });
        await store.markUndone(tx, batchId, now);
        return found;
      });
      const accounts = await store.listBatchAccounts(db, batchId);
      const befores = new Map(accounts.map(({ accountId, before }) => [accountId, before]));
      return collect([...befores.keys()], async (tx, accountId) => {
        const before = befores.get(accountId);
        if (!before || !(await isUnchanged(tx, accountId, batch.action, before))) throw new AppError('CONFLICT');
        await restore(tx, viewer, accountId, before, batch.action);
      });
    },
  };
}
