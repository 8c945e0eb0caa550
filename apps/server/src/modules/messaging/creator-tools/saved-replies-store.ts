import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { SavedReplies } from '../../../platform/database-types.ts';

export type SavedReplyRow = Selectable<SavedReplies>;

/** Serializes changes of a creator's replies, so that their number and order hold. */
export async function lockReplies(db: Db, profileId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('saved replies ' || ${profileId}, 0))`.execute(db);
}

/** Placed ones first; those never placed follow by name. */
export async function listReplies(db: Db, profileId: string): Promise<SavedReplyRow[]> {
  return db
    .selectFrom('saved_replies')
    .selectAll()
    .where('profile_id', '=', profileId)
    .orderBy(sql`nullif(position, 0)`)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
}

/** Inserts a reply; undefined when there are `most` already. Call under `lockReplies`. */
export async function insertReply(db: Db, row: SavedReplyRow, most: number): Promise<SavedReplyRow | undefined> {
  const { rows } = await sql<SavedReplyRow>`
    insert into saved_replies (id, profile_id, title, content, attachment_id, media_type, price, updated_at)
      select ${row.id}, ${row.profile_id}, ${row.title}, ${row.content}, ${row.attachment_id}::uuid, ${row.media_type}::text,
          ${row.price}::integer, ${row.updated_at}
        where (select count(*) from saved_replies where profile_id = ${row.profile_id}) < ${most}
      returning *`.execute(db);
  return rows[0];
}

/** Locks the row. */
export async function lockReply(db: Db, profileId: string, id: string): Promise<SavedReplyRow | undefined> {
  return db
    .selectFrom('saved_replies')
    .selectAll()
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateReply(db: Db, row: SavedReplyRow): Promise<SavedReplyRow> {
  const { id, profile_id: _owner, position: _position, ...values } = row;
  return db.updateTable('saved_replies').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function placeReplies(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update saved_replies set position = placed.at from unnest(${[...ids]}::uuid[]) with ordinality as placed (id, at)
    where saved_replies.id = placed.id`.execute(db);
}

/** Returns the deleted reply; undefined for one of another creator. */
export async function deleteReply(db: Db, profileId: string, id: string): Promise<SavedReplyRow | undefined> {
  return db
    .deleteFrom('saved_replies')
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .returningAll()
    .executeTakeFirst();
}
