import type { SavedList } from '@vlam/contract/administration-lists';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

/** Lists whose filters are saved: those of `SavedList`, and the list of users, whose filters are counted. */
export type FilteredList = SavedList | 'users';

interface Owned {
  accountId: string;
  list: FilteredList;
}

export async function listFilters<Filter>(
  db: Db,
  { accountId, list }: Owned,
): Promise<{ id: string; name: string; filter: Filter }[]> {
  const rows = await db
    .selectFrom('staff_filters')
    .select(['id', 'name', 'filter'])
    .where('account_id', '=', accountId)
    .where('list', '=', list)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, filter: row.filter as Filter }));
}

/** Filters a member of staff may save for one list. */
export const maxFilters = 20;

/** Stores a filter; one of the same name is replaced and keeps its id. */
export async function saveFilter(
  db: Db,
  saved: Owned & { id: string; name: string; filter: object; at: Date },
): Promise<string> {
  const filter = JSON.stringify(saved.filter);
  const { id, list, name, accountId, at } = saved;
  const row = await db
    .insertInto('staff_filters')
    .values({ id, list, name, filter, account_id: accountId, created_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'list', 'name']).doUpdateSet({ filter }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Serialises the filters of one account, so that their limit holds. */
export async function lockFilters(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`filters ${accountId}`}, 0))`.execute(db);
}

/** Deletes an account's own filter of the list of users, or of one of the others. */
export async function deleteFilter(
  db: Db,
  { accountId, id, ofUsers }: { accountId: string; id: string; ofUsers: boolean },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('staff_filters')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('list', ofUsers ? '=' : '<>', 'users')
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
