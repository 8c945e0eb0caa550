import type { FanOwnList } from '@vlam/contract/fans';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';

/** Own lists by name, each with the number of its members; or one of them. */
export async function listOwn(db: Db, creatorId: string, id: string | null = null): Promise<FanOwnList[]> {
  const { rows } = await sql<FanOwnList>`
    select own.id, own.name, (select count(*) from fan_list_members as member where member.list_id = own.id)::int as members
      from fan_lists as own
      where own.creator_id = ${creatorId} and ${id ? sql`own.id = ${id}` : sql`true`} order by lower(own.name)`.execute(
    db,
  );
  return rows;
}

/** Throws `NOT_FOUND` for a list of another creator. */
export async function requireOwnList(db: Db, creatorId: string, id: string): Promise<FanOwnList> {
  const [found] = await listOwn(db, creatorId, id);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** Serializes changes of a creator's lists, so that their limits hold. */
export async function lockLists(tx: Db, creatorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('fan lists ' || ${creatorId}, 0))`.execute(tx);
}

export async function findByName(db: Db, creatorId: string, name: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('fan_lists')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
}

export async function insertList(
  tx: Db,
  list: { id: string; creatorId: string; name: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('fan_lists')
    .values({ id: list.id, creator_id: list.creatorId, name: list.name, created_at: list.at })
    .execute();
}

export async function renameList(tx: Db, id: string, name: string): Promise<void> {
  await tx.updateTable('fan_lists').set({ name }).where('id', '=', id).execute();
}

/** Returns whether the list was the creator's. */
export async function deleteList(db: Db, creatorId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('fan_lists')
    .where('id', '=', id)
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The creator's lists that a person is in. */
export async function listIdsOf(db: Db, creatorId: string, fanId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select own.id from fan_list_members as member join fan_lists as own on own.id = member.list_id
      where member.fan_id = ${fanId} and own.creator_id = ${creatorId} order by lower(own.name)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Puts a person into exactly these lists of the creator; who stays in a list keeps the time they were added. */
export async function setMember(
  tx: Db,
  { creatorId, fanId, listIds, at }: { creatorId: string; fanId: string; listIds: readonly string[]; at: Date },
): Promise<void> {
  const ids = [...listIds];
  await sql`delete from fan_list_members as member using fan_lists as own
    where own.id = member.list_id and own.creator_id = ${creatorId} and member.fan_id = ${fanId}
      and member.list_id <> all (${ids}::uuid[])`.execute(tx);
  await sql`insert into fan_list_members (list_id, fan_id, added_at)
    select wanted.id, ${fanId}::uuid, ${at}::timestamptz from unnest(${ids}::uuid[]) as wanted (id)
    on conflict do nothing`.execute(tx);
}
