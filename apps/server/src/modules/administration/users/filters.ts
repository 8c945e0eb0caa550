import type { UserFilter, usersOperations } from '@vlam/contract/administration-users';
import type { ResponseOf } from '@vlam/contract/operation';
import { addDays, type Clock, johannesburgDay } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { createSavedFilters } from '../filters/filters.ts';
import * as store from '../filters/store.ts';

export interface UserFilters {
  list(viewer: Viewer): Promise<ResponseOf<(typeof usersOperations)['userFilters']>>;
  /** Throws `QUOTA_REACHED` past twenty. */
  save(viewer: Viewer, name: string, filter: UserFilter): Promise<{ id: string }>;
  /** Throws `NOT_FOUND`. */
  remove(viewer: Viewer, id: string): Promise<void>;
}

/** Saved filters of the list of users, with how many people each finds. */
export function createUserFilters(deps: {
  database: Database;
  clock: Clock;
  count(filter: UserFilter): Promise<{ count: number; exact: boolean }>;
}): UserFilters {
  const { clock, count } = deps;
  const filters = createSavedFilters(deps);
  return {
    async list({ accountId }) {
      const saved = await store.listFilters<UserFilter>(deps.database.db, { accountId, list: 'users' });
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
    save: (viewer, name, filter) => filters.save(viewer, { list: 'users', name, filter }),
    remove: (viewer, id) => filters.remove(viewer, id, { ofUsers: true }),
  };
}
