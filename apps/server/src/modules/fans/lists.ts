import type { FanOwnList } from '@vlam/contract/fans';
import { fanLimits } from '@vlam/contract/rules/fans';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { say } from '../../platform/words.ts';
import { requireProfileId } from '../profiles/service.ts';
import * as store from './lists-store.ts';

/** A creator's own lists of people. */
export interface OwnLists {
  listOwnLists(viewer: Viewer): Promise<FanOwnList[]>;
  /** Throws `CONFLICT` for a name that is taken, `QUOTA_REACHED` at the maximum number of lists. */
  createList(viewer: Viewer, name: string): Promise<FanOwnList>;
  renameList(viewer: Viewer, id: string, name: string): Promise<FanOwnList>;
  deleteList(viewer: Viewer, id: string): Promise<void>;
  /** Puts a person into exactly these lists. Throws `QUOTA_REACHED` for a full one. */
  setLists(viewer: Viewer, fanId: string, listIds: readonly string[]): Promise<{ listIds: string[] }>;
}

export function createFanLists(deps: {
  database: Database;
  clock: Clock;
  requireFan(viewer: Viewer, fanId: string): Promise<{ creatorId: string }>;
}): OwnLists {
  const { clock } = deps;
  const { db } = deps.database;

  /** Runs `work` while no other change of the creator's lists runs. */
  const locked = <Result>(creatorId: string, work: (tx: Db) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (tx) => {
      await store.lockLists(tx, creatorId);
      return work(tx);
    });

  async function requireFreeName(tx: Db, creatorId: string, { id, name }: { id: string; name: string }) {
    const other = await store.findByName(tx, creatorId, name);
    if (other && other.id !== id) throw new AppError('CONFLICT', { message: 'You have a list of this name' });
  }

  return {
    listOwnLists: (viewer) => store.listOwn(db, requireProfileId(viewer)),
    createList(viewer, name) {
      const creatorId = requireProfileId(viewer);
      return locked(creatorId, async (tx) => {
        const at = clock.now();
        const id = newId(at.getTime());
        await requireFreeName(tx, creatorId, { id, name });
        if ((await store.listOwn(tx, creatorId)).length >= fanLimits.lists)
          throw new AppError('QUOTA_REACHED', {
            message: say`You can keep ${fanLimits.lists} lists. Delete one first`,
          });
        await store.insertList(tx, { id, creatorId, name, at });
        return { id, name, members: 0 };
      });
    },
    renameList(viewer, id, name) {
      const creatorId = requireProfileId(viewer);
      return locked(creatorId, async (tx) => {
        const found = await store.requireOwnList(tx, creatorId, id);
        await requireFreeName(tx, creatorId, { id, name });
        await store.renameList(tx, id, name);
        return { ...found, name };
      });
    },
    async deleteList(viewer, id) {
      if (!(await store.deleteList(db, requireProfileId(viewer), id))) throw new AppError('NOT_FOUND');
    },
    async setLists(viewer, fanId, listIds) {
      const { creatorId } = await deps.requireFan(viewer, fanId);
      const wanted = [...new Set(listIds)];
      return locked(creatorId, async (tx) => {
        const own = await store.listOwn(tx, creatorId);
        const before = await store.listIdsOf(tx, creatorId, fanId);
        for (const id of wanted) {
          const list = own.find((one) => one.id === id);
          if (!list) throw new AppError('NOT_FOUND');
          if (!before.includes(id) && list.members >= fanLimits.membersOfList)
            throw new AppError('QUOTA_REACHED', { message: say`${list.name} is full` });
        }
        await store.setMember(tx, { creatorId, fanId, listIds: wanted, at: clock.now() });
        return { listIds: await store.listIdsOf(tx, creatorId, fanId) };
      });
    },
  };
}
