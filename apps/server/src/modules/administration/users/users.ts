import type { AdminUser, UserFilter, usersOperations } from '@vlam/contract/administration-users';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import { maxExportRows } from '@vlam/contract/rules/staff-lists';
import { defaultUserPageSize } from '@vlam/contract/rules/users';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock.ts';
import { csvRow } from '../../../platform/csv.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { type ActionDependencies, createUserActions, type UserActions } from './actions.ts';
import { createUserBatches, type UserBatches } from './batches.ts';
import { createUserFilters, type UserFilters } from './filters.ts';
import { type AdminGrants, createAdminGrants, type GrantDependencies } from './grants.ts';

type ListQuery = QueryOf<(typeof usersOperations)['adminUsers']>;
type ExportQuery = QueryOf<(typeof usersOperations)['exportUsers']>;

/** Where a page ended: creation time (text of PostgreSQL, to the microsecond) and id. */
type Position = readonly [createdAt: string, id: string];

export interface UserListing {
  list(
    filter: UserFilter,
    page: { after: Position | null; skip?: number; limit: number },
  ): Promise<{ users: AdminUser[]; next: Position | null; found: number | null }>;
  count(filter: UserFilter): Promise<{ count: number; exact: boolean }>;
  listByIds(on: Db, ids: readonly string[]): Promise<AdminUser[]>;
}

export interface Users extends Pick<UserActions, 'act'> {
  /** Records the read in the audit log. */
  list(viewer: Viewer, query: ListQuery): Promise<ResponseOf<(typeof usersOperations)['adminUsers']>>;
  /** Rows of a CSV file; records the export in the audit log first. */
  exportCsv(viewer: Viewer, query: ExportQuery): Promise<AsyncIterable<string>>;
  batches: UserBatches;
  filters: UserFilters;
  grants: Pick<AdminGrants, 'list' | 'confirm' | 'withdraw'>;
}

const position = z.tuple([z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)), z.uuid()]);
const exportPageSize = 500;

export function createUsers(
  deps: Omit<ActionDependencies, 'listUsers' | 'grants'> &
    Omit<GrantDependencies, 'listUsers'> & { clock: Clock; userList: UserListing },
): Users {
  const { userList, compliance } = deps;
  const { db } = deps.database;
  const grants = createAdminGrants({ ...deps, listUsers: userList.listByIds });
  const own = { ...deps, listUsers: userList.listByIds, grants };
  const actions = createUserActions(own);

  const recordRead = (viewer: Viewer, action: string, filter: UserFilter, details: Record<string, number | boolean>) =>
    db.transaction().execute((tx) =>
      compliance.recordAction(tx, {
        actorId: viewer.accountId,
        action,
        targetType: 'users',
        targetId: '',
        // What was searched for may be an address, which the log must not keep.
        details: { role: filter.role ?? null, status: filter.status ?? null, searched: Boolean(filter.q), ...details },
      }),
    );

  async function* pagesOf(filter: UserFilter): AsyncGenerator<AdminUser[]> {
    let left = maxExportRows;
    for (let after: Position | null = null; left > 0; ) {
      const page: Awaited<ReturnType<UserListing['list']>> = await userList.list(filter, {
        after,
        limit: Math.min(left, exportPageSize),
      });
      yield page.users;
      left -= page.users.length;
      after = page.next;
      if (!after) return;
    }
  }

  async function* inOnePage(ids: readonly string[]): AsyncGenerator<AdminUser[]> {
    yield await userList.listByIds(db, ids);
  }

  return {
    act: actions.act,
    grants,
    batches: createUserBatches({ ...own, actions }),
    filters: createUserFilters({ ...deps, count: userList.count }),
    async list(viewer, { page = 1, limit = defaultUserPageSize, cursor, ...query }) {
      const after = decodeCursor(position, cursor);
      const skip = after ? 0 : (page - 1) * limit;
      const filter = toFilter(query);
      const { users, next, found } = await userList.list(filter, { after, skip, limit });
      const total = await totalOf(filter, { found, seen: skip + users.length });
      await recordRead(viewer, 'users.listed', filter, { rows: users.length, skipped: skip });
      return {
        users,
        total: total.count,
        totalIsExact: total.exact,
        page,
        limit,
        nextCursor: next && encodeCursor(next),
      };
    },
    async exportCsv(viewer, { ids, ...query }) {
      const filter = toFilter(query);
      const chosen = ids?.split(',');
      await recordRead(viewer, 'users.exported', filter, { chosen: chosen?.length ?? 0 });
      const pages = chosen ? inOnePage(chosen) : pagesOf(filter);
      // Read before the answer begins, so that a failure is still an error of ours and no broken file.
      const first = await pages.next();
      async function* rows(): AsyncGenerator<string> {
        yield csvRow(columns.map(([name]) => name));
        if (!first.done) yield toRows(first.value);
        for await (const users of pages) yield toRows(users);
      }
      return rows();
    },
  };

  /** The whole list is counted apart; a search counts what it found, or what is known so far. */
  async function totalOf(filter: UserFilter, { found, seen }: { found: number | null; seen: number }) {
    if (!filter.q) return userList.count(filter);
    return found === null ? { count: seen, exact: false } : { count: found, exact: true };
  }
}

const toFilter = ({ reported, q, ...query }: Omit<ListQuery, 'page' | 'limit' | 'cursor'>): UserFilter => ({
  ...query,
  ...(q ? { q } : {}),
  ...(reported ? { reported: true } : {}),
});

const toRows = (users: readonly AdminUser[]): string =>
  users.map((user) => csvRow(columns.map(([, cell]) => cell(user)))).join('');

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
const columns: readonly (readonly [name: string, cell: (user: AdminUser) => string | number | null])[] = [
  ['id', ({ id }) => id],
  ['email', ({ email }) => email],
  ['firstName', ({ firstName }) => firstName],
  ['lastName', ({ lastName }) => lastName],
  ['displayName', ({ displayName }) => displayName],
  ['role', ({ role }) => role],
  ['status', ({ status }) => status],
  ['isActive', ({ isActive }) => yesOrNo(isActive)],
  ['isVerified', ({ isVerified }) => yesOrNo(isVerified)],
  ['suspendedAt', ({ suspendedAt }) => suspendedAt],
  ['suspendedReason', ({ suspendedReason }) => suspendedReason],
  ['lastLoginAt', ({ lastLoginAt }) => lastLoginAt],
  ['lastSeenAt', ({ lastSeenAt }) => lastSeenAt],
  ['createdAt', ({ createdAt }) => createdAt],
  ['city', ({ city }) => city],
  ['openReports', ({ openReports }) => openReports],
];
