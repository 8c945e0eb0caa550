import type { UserFilter, usersOperations } from '@vlam/contract/administration-users';
import type { ResponseOf } from '@vlam/contract/operation';
import { addDays, type Clock, johannesburgDay } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import * as store from './store.ts';

export interface UserFilters {
  list(viewer: Viewer): Promise<ResponseOf<(typeof usersOperations)['userFilters']>>;
  /** Throws `QUOTA_REACHED` past twenty. */
  save(viewer: Viewer, name: string, filter: UserFilter): Promise<{ id: string }>;
  /** Throws `NOT_FOUND`. */
  remove(viewer: Viewer, id: string): Promise<void>;
}

const maxFilters = 20;

/** Saved filters of the list of users, with how many people each finds. */
export function createUserFilters(deps: {
  database: Database;
  clock: Clock;
  count(filter: UserFilter): Promise<{ count: number; exact: boolean }>;
}): UserFilters {
  const { clock, count } = deps;
  const { db } = deps.database;
  return {
    async list({ accountId }) {
      const saved = await store.listFilters(db, accountId);
      const joinedSince = addDays(johannesburgDay(clock.now()), -6);
      const [suspended, unverified, newThisWeek, ...counts] = await Promise.all([
        count({ status: 'suspended' }),
        count({ status: 'unverified' }),
        count({ joinedSince }),
        ...saved.map(({ filter }) => count(filter)),
      ]);
      return {
        suspended,
        unverified,
        newThisWeek,
        saved: saved.map((each, index) => ({ ...each, ...(counts[index] ?? { count: 0, exact: false }) })),
      };
    },
    save: ({ accountId }, name, filter) =>
      db.transaction().execute(async (tx) => {
        await store.lockFilters(tx, accountId);
        const at = clock.now();
        const id = await store.saveFilter(tx, { id: newId(at.getTime()), accountId, name, filter, at });
        if ((await store.listFilters(tx, accountId)).length > maxFilters) throw new AppError('QUOTA_REACHED');
        return { id };
      }),
    async remove({ accountId }, id) {
      if (!(await store.deleteFilter(db, accountId, id))) throw new AppError('NOT_FOUND');
    },
  };
}
