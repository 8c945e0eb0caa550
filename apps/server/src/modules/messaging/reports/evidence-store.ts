import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { MessageRow } from '../types.ts';

/** Whether `profileId` has messages with `otherId` that they have not cleared. */
export async function hasMessages(db: Db, profileId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation_members own
      join messages message on message.conversation_id = own.conversation_id and message.seq > own.cleared_seq
      where own.profile_id = ${profileId} and own.other_id = ${otherId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Latest messages of `otherId` to `profileId` that were not deleted, for evidence, in order. */
export async function listLatestOf(db: Db, profileId: string, otherId: string, count: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select message.* from conversation_members own
      join messages message on message.conversation_id = own.conversation_id and message.seq > own.cleared_seq
      where own.profile_id = ${profileId} and own.other_id = ${otherId} and message.sender_id = ${otherId}
        and message.deleted_at is null
      order by message.seq desc limit ${count} for share of message`.execute(db);
  return rows.reverse();
}

/** Chosen messages of the thread of `profileId` and `otherId`, for evidence, in order. */
export async function listChosen(
  db: Db,
  profileId: string,
  otherId: string,
  ids: readonly string[],
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select message.* from conversation_members own
      join messages message on message.conversation_id = own.conversation_id and message.seq > own.cleared_seq
      where own.profile_id = ${profileId} and own.other_id = ${otherId} and message.id = any(${ids}::uuid[])
      order by message.seq for share of message`.execute(db);
  return rows;
}
