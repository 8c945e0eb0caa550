import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { TipMenuItems } from '../../../platform/database-types.ts';
import { uuidArray } from '../../../platform/prepared.ts';

export type ItemRow = Selectable<TipMenuItems>;
export type ItemText = Pick<ItemRow, 'name' | 'description' | 'credits'>;

/** Changes of one menu wait for each other until the transaction ends. */
export const lockMenu = (db: Db, profileId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('tip menu ' || ${profileId}, 0))`.execute(db);

export async function listItems(db: Db, profileId: string): Promise<(ItemRow & { tips: number })[]> {
  const { rows } = await sql<ItemRow & { tips: number }>`
    select item.*, (select count(*)::int from tip_menu_tips as tip where tip.item_id = item.id) as tips
      from tip_menu_items as item where profile_id = ${profileId} order by position, id`.execute(db);
  return rows;
}

export const findItem = (db: Db, profileId: string, id: string): Promise<ItemRow | undefined> =>
  db
    .selectFrom('tip_menu_items')
    .selectAll()
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();

/** Adds an item at the end; false when there are `most` already. The menu must be locked. */
export async function insertItem(db: Db, row: Omit<ItemRow, 'position'>, most: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into tip_menu_items (id, profile_id, name, description, credits, position, updated_at)
      select ${row.id}::uuid, ${row.profile_id}::uuid, ${row.name}, ${row.description}, ${row.credits}::int,
          coalesce(max(position) + 1, 0), ${row.updated_at}::timestamptz
        from tip_menu_items where profile_id = ${row.profile_id} having count(*) < ${most}::int`.execute(db);
  return numAffectedRows === 1n;
}

export async function updateItem(
  db: Db,
  { id, profileId, at }: { id: string; profileId: string; at: Date },
  text: ItemText,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tip_menu_items')
    .set({ name: text.name, description: text.description, credits: text.credits, updated_at: at })
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteItem(db: Db, profileId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tip_menu_items')
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Numbers a menu in this order; false unless `ids` are its items. The menu must be locked. */
export async function setOrder(db: Db, profileId: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select coalesce(array_agg(id order by id), '{}') = (
        select coalesce(array_agg(one order by one), '{}') from unnest(${uuidArray(ids)}::uuid[]) as one) as same
      from tip_menu_items where profile_id = ${profileId}`.execute(db);
  if (!rows[0]?.same) return false;
  await sql`
    update tip_menu_items set position = wanted.place
      from unnest(${uuidArray(ids)}::uuid[]) with ordinality as wanted (id, place)
      where tip_menu_items.id = wanted.id and tip_menu_items.profile_id = ${profileId}`.execute(db);
  return true;
}

export interface ItemTip {
  messageId: string;
  itemId: string;
  creatorId: string;
  payerId: string;
  credits: number;
  at: Date;
}

export async function insertItemTip(db: Db, tip: ItemTip): Promise<void> {
  await db
    .insertInto('tip_menu_tips')
    .values({
      message_id: tip.messageId,
      item_id: tip.itemId,
      creator_id: tip.creatorId,
      payer_id: tip.payerId,
      credits: tip.credits,
      sent_at: tip.at,
    })
    .execute();
}

/** The item that a tip was for; null without one. */
export async function findTippedItem(db: Db, messageId: string): Promise<string | null> {
  const row = await db
    .selectFrom('tip_menu_tips')
    .select('item_id')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row?.item_id ?? null;
}
