import type { listsOperations, SavedList } from '@vlam/contract/administration-lists';
import type { ResponseOf } from '@vlam/contract/operation';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import * as store from './store.ts';

export interface SavedFilters {
  /** The caller's own, oldest first. */
  list(viewer: Viewer, list: SavedList): Promise<ResponseOf<(typeof listsOperations)['savedFilters']>>;
  /** Throws `QUOTA_REACHED` past twenty of a list. */
  save(viewer: Viewer, saved: { list: store.FilteredList; name: string; filter: object }): Promise<{ id: string }>;
  /** Throws `NOT_FOUND`. */
  remove(viewer: Viewer, id: string, of?: { ofUsers: boolean }): Promise<void>;
}

/** Filters that staff keep for their lists, each for itself. */
export function createSavedFilters({ database, clock }: { database: Database; clock: Clock }): SavedFilters {
  const { db } = database;
  return {
    list: ({ accountId }, list) => store.listFilters<Record<string, string>>(db, { accountId, list }),
    save: ({ accountId }, saved) =>
      db.transaction().execute(async (tx) => {
        await store.lockFilters(tx, accountId);
        const at = clock.now();
        const id = await store.saveFilter(tx, { ...saved, id: newId(at.getTime()), accountId, at });
        const { length } = await store.listFilters(tx, { accountId, list: saved.list });
        if (length > store.maxFilters) throw new AppError('QUOTA_REACHED');
        return { id };
      }),
    async remove({ accountId }, id, { ofUsers } = { ofUsers: false }) {
      if (!(await store.deleteFilter(db, { accountId, id, ofUsers }))) throw new AppError('NOT_FOUND');
    },
  };
}
