import type { Db } from './database.ts';

export type BatchList = 'users' | 'reports' | 'content';

export async function insertBatch(
  db: Db,
  batch: { id: string; list: BatchList; actorId: string; action: string; at: Date },
): Promise<void> {
  const { id, list, actorId, action, at } = batch;
  await db.insertInto('staff_batches').values({ id, list, actor_id: actorId, action, created_at: at }).execute();
}

/** Accounts stand in a table of their own, whose rows go with the account. */
export async function insertItem(
  db: Db,
  list: BatchList,
  { batchId, itemId, before }: { batchId: string; itemId: string; before: object },
): Promise<void> {
  const row = { batch_id: batchId, before: JSON.stringify(before) };
  if (list === 'users')
    await db
      .insertInto('staff_batch_accounts')
      .values({ ...row, account_id: itemId })
      .execute();
  else
    await db
      .insertInto('staff_batch_items')
      .values({ ...row, item_id: itemId })
      .execute();
}

/** An actor's batch of a list, locked until the transaction ends. */
export async function lockBatch(db: Db, list: BatchList, { id, actorId }: { id: string; actorId: string }) {
  return db
    .selectFrom('staff_batches')
    .selectAll()
    .where('id', '=', id)
    .where('list', '=', list)
    .where('actor_id', '=', actorId)
    .forUpdate()
    .executeTakeFirst();
}

export async function markUndone(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('staff_batches').set({ undone_at: at }).where('id', '=', id).execute();
}

/** Items of a batch with what they were before, in the order of their ids. */
export async function listItems<Before>(db: Db, list: BatchList, batchId: string): Promise<[string, Before][]> {
  const rows =
    list === 'users'
      ? await db
          .selectFrom('staff_batch_accounts')
          .select(['account_id as id', 'before'])
          .where('batch_id', '=', batchId)
          .orderBy('account_id')
          .execute()
      : await db
          .selectFrom('staff_batch_items')
          .select(['item_id as id', 'before'])
          .where('batch_id', '=', batchId)
          .orderBy('item_id')
          .execute();
  return rows.map(({ id, before }) => [id, before as Before]);
}

/** Marks an item as taken back. No notice names what accounts were before, so they need no mark. */
export async function markItemUndone(
  db: Db,
  list: BatchList,
  { batchId, itemId, at }: { batchId: string; itemId: string; at: Date },
): Promise<void> {
  if (list === 'users') return;
  await db
    .updateTable('staff_batch_items')
    .set({ undone_at: at })
    .where('batch_id', '=', batchId)
    .where('item_id', '=', itemId)
    .execute();
}

/** True when the batch changed the item and that change was not undone. */
export async function isInBatch(db: Db, { id, itemId }: { id: string; itemId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('staff_batch_items')
    .select('item_id')
    .where('batch_id', '=', id)
    .where('item_id', '=', itemId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
