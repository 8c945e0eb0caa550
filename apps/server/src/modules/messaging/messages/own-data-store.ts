import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { MessageRow } from '../types.ts';
import { unused } from './message-store.ts';

/** Messages a member can still see, after a position, ordered by thread and position. */
export async function exportPage(
  db: Db,
  profileId: string,
  after: { conversationId: string; seq: bigint },
  limit: number,
): Promise<(MessageRow & { other_id: string })[]> {
  const { rows } = await sql<MessageRow & { other_id: string }>`
    select message.*, own.other_id from conversation_members own
      join messages message on message.conversation_id = own.conversation_id and message.seq > own.cleared_seq
      where own.profile_id = ${profileId}
        and (message.conversation_id, message.seq) > (${after.conversationId}::uuid, ${after.seq}::bigint)
      order by message.conversation_id, message.seq limit ${limit}`.execute(db);
  return rows;
}

/**
 * Deletes up to `limit` of a member's threads for both; returns how many, and files that no message shows any more. With
 * the last ones goes what else is stored of the member here.
 */
export async function eraseThreads(
  db: Db,
  profileId: string,
  limit: number,
): Promise<{ threads: number; mediaIds: string[] }> {
  const own = await db
    .selectFrom('conversation_members')
    .select('conversation_id as id')
    .where('profile_id', '=', profileId)
    .limit(limit)
    .execute();
  const ids = own.map(({ id }) => id);
  const { rows } = await sql<{ media_id: string | null }>`
    delete from messages where conversation_id = any (${ids}::uuid[]) returning media_id`.execute(db);
  await sql`delete from conversations where id = any (${ids}::uuid[])`.execute(db);
  if (ids.length < limit) {
    await db.deleteFrom('message_quotas').where('profile_id', '=', profileId).execute();
    await db.deleteFrom('message_preferences').where('profile_id', '=', profileId).execute();
  }
  return { threads: ids.length, mediaIds: await unused(db, rows) };
}
