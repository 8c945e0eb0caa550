import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { SavedReplies } from '../../../platform/database-types.ts';

export type SavedReplyRow = Selectable<SavedReplies>;

export async function listReplies(db: Db, profileId: string): Promise<SavedReplyRow[]> {
  return db
    .selectFrom('saved_replies')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
}

/** Inserts a reply; undefined when there are `most` already, also under concurrent calls. */
export async function insertReply(db: Db, row: SavedReplyRow, most: number): Promise<SavedReplyRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('saved replies ' || ${row.profile_id}, 0))`.execute(db);
  const { rows } = await sql<SavedReplyRow>`
    insert into saved_replies (id, profile_id, title, content, updated_at)
      select ${row.id}, ${row.profile_id}, ${row.title}, ${row.content}, ${row.updated_at}
        where (select count(*) from saved_replies where profile_id = ${row.profile_id}) < ${most}
      returning *`.execute(db);
  return rows[0];
}

export async function updateReply(db: Db, row: SavedReplyRow): Promise<SavedReplyRow | undefined> {
  return db
    .updateTable('saved_replies')
    .set({ title: row.title, content: row.content, updated_at: row.updated_at })
    .where('id', '=', row.id)
    .where('profile_id', '=', row.profile_id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteReply(db: Db, profileId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_replies')
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
