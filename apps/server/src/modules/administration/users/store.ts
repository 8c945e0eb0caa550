import type { UserFilter } from '@vlam/contract/administration-users';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

export type BatchAction = 'suspend' | 'unsuspend' | 'verify';

/** What an account was before a bulk action, as far as the action changes it. */
export interface AccountState {
  suspendedReason: string | null;
  isVerified: boolean;
  identityChecked: boolean;
}
export interface Before extends AccountState {
  /** How the action left the account, ISO 8601: undone only while it is still so. */
  leftSuspendedAt: string | null;
}

export async function insertBatch(
  db: Db,
  batch: { id: string; actorId: string; action: BatchAction; at: Date },
): Promise<void> {
  const { id, actorId, action, at } = batch;
  await db.insertInto('staff_batches').values({ id, actor_id: actorId, action, created_at: at }).execute();
}

export async function insertBatchAccount(db: Db, batchId: string, accountId: string, before: Before): Promise<void> {
  await db
    .insertInto('staff_batch_accounts')
    .values({ batch_id: batchId, account_id: accountId, before: JSON.stringify(before) })
    .execute();
}

/** An actor's batch, locked until the transaction ends. */
export async function lockBatch(db: Db, id: string, actorId: string) {
  return db
    .selectFrom('staff_batches')
    .selectAll()
    .where('id', '=', id)
    .where('actor_id', '=', actorId)
    .forUpdate()
    .executeTakeFirst();
}

export async function markUndone(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('staff_batches').set({ undone_at: at }).where('id', '=', id).execute();
}

export async function listBatchAccounts(db: Db, batchId: string): Promise<{ accountId: string; before: Before }[]> {
  const rows = await db
    .selectFrom('staff_batch_accounts')
    .select(['account_id', 'before'])
    .where('batch_id', '=', batchId)
    .orderBy('account_id')
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, before: row.before as unknown as Before }));
}

export async function listFilters(
  db: Db,
  accountId: string,
): Promise<{ id: string; name: string; filter: UserFilter }[]> {
  const rows = await db
    .selectFrom('staff_filters')
    .select(['id', 'name', 'filter'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, filter: row.filter as UserFilter }));
}

/** Stores a filter; one of the same name is replaced and keeps its id. */
export async function saveFilter(
  db: Db,
  saved: { id: string; accountId: string; name: string; filter: UserFilter; at: Date },
): Promise<string> {
  const filter = JSON.stringify(saved.filter);
  const row = await db
    .insertInto('staff_filters')
    .values({ id: saved.id, account_id: saved.accountId, name: saved.name, filter, created_at: saved.at })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet({ filter }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Serialises the filters of one account, so that their limit holds. */
export async function lockFilters(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`filters ${accountId}`}, 0))`.execute(db);
}

export async function deleteFilter(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('staff_filters')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
