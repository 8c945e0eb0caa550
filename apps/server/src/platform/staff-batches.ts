import { bulkUndoMinutes } from '@vlam/contract/rules/staff-lists';
import { transact } from './after-commit.ts';
import type { Clock } from './clock.ts';
import type { Database, Db } from './database.ts';
import { AppError } from './errors.ts';
import { newId } from './ids.ts';
import type { Notice } from './notices.ts';
import * as store from './staff-batches-store.ts';
import type { Viewer } from './viewer.ts';

export interface BulkOutcome {
  done: string[];
  refused: { id: string; message: string }[];
}

/** A bulk action under way, as an item of it sees it. */
export interface Batch {
  id: string;
  /** Until when its author can undo it. */
  undoUntil: Date;
  /** Fields of a notice about an item: sent once it can no longer be undone, and never if it was. */
  notice(itemId: string): Pick<Notice, 'notBefore' | 'batch'>;
}

/** Bulk actions of staff on one list, which their author can undo for `bulkUndoMinutes`. */
export interface StaffBatches<Before, Action extends string = string> {
  /**
   * Acts on each item in a transaction of its own, begun by `transact`, so that one refusal stops no other. `act` returns
   * what `restore` needs of the item.
   */
  run(
    viewer: Viewer,
    bulk: { action: Action; ids: readonly string[] },
    act: (tx: Db, id: string, batch: Batch) => Promise<Before>,
  ): Promise<BulkOutcome & { batchId: string; undoUntil: string }>;
  /**
   * Takes back what the batch did, item by item; `restore` throws `CONFLICT` for one that was changed since. Throws
   * `NOT_FOUND` for a batch of others, `CONFLICT` when it is too old or undone.
   */
  undo(
    viewer: Viewer,
    batchId: string,
    restore: (tx: Db, item: { id: string; before: Before; action: Action }) => Promise<unknown>,
  ): Promise<BulkOutcome>;
}

const undoMs = bulkUndoMinutes * 60_000;
/** An undo that begins in the last moment commits before anyone is notified. */
const commitMs = 5_000;

export function createStaffBatches<Before extends object, Action extends string>(
  { database, clock }: { database: Database; clock: Clock },
  list: store.BatchList,
): StaffBatches<Before, Action> {
  const { db } = database;

  async function collect(ids: readonly string[], act: (tx: Db, id: string) => Promise<void>): Promise<BulkOutcome> {
    const done: string[] = [];
    const refused: BulkOutcome['refused'] = [];
    for (const id of ids)
      try {
        await transact(db, (tx) => act(tx, id));
        done.push(id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push({ id, message: error.message });
      }
    return { done, refused };
  }

  return {
    async run(viewer, { action, ids }, act) {
      const at = clock.now();
      const batchId = newId(at.getTime());
      const undoUntil = new Date(at.getTime() + undoMs);
      const notBefore = new Date(undoUntil.getTime() + commitMs).toISOString();
      const batch: Batch = {
        id: batchId,
        undoUntil,
        notice: (itemId) => ({ notBefore, batch: { id: batchId, itemId } }),
      };
      await store.insertBatch(db, { id: batchId, list, actorId: viewer.accountId, action, at });
      const outcome = await collect([...new Set(ids)], async (tx, id) => {
        const before = await act(tx, id, batch);
        await store.insertItem(tx, list, { batchId, itemId: id, before });
      });
      return { batchId, undoUntil: undoUntil.toISOString(), ...outcome };
    },
    async undo(viewer, batchId, restore) {
      const now = clock.now();
      const action = await transact(db, async (tx) => {
        const found = await store.lockBatch(tx, list, { id: batchId, actorId: viewer.accountId });
        if (!found) throw new AppError('NOT_FOUND');
        if (found.undone_at || now.getTime() - found.created_at.getTime() > undoMs)
          throw new AppError('CONFLICT', { message: 'This can no longer be undone' });
        await store.markUndone(tx, batchId, now);
        return found.action as Action;
      });
      const befores = new Map(await store.listItems<Before>(db, list, batchId));
      return collect([...befores.keys()], async (tx, id) => {
        const before = befores.get(id);
        if (!before) throw new AppError('CONFLICT');
        await restore(tx, { id, before, action });
        // No one is notified of what was taken back.
        await store.markItemUndone(tx, list, { batchId, itemId: id, at: now });
      });
    },
  };
}
