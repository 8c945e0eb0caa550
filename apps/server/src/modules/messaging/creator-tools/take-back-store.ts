import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { visibleTo } from '../../profiles/service.ts';
import type { MessageRow } from '../types.ts';
import { type BroadcastRow, findOwn } from './broadcast-store.ts';

/** Stops a broadcast for good and notes that it is taken back; undefined for one of another creator. */
export async function beginTakingBack(
  db: Db,
  profileId: string,
  id: string,
  at: Date,
): Promise<BroadcastRow | undefined> {
  await sql`
    update message_broadcasts set taken_back_at = ${at},
        state = case when state in ('scheduled', 'sending') then 'cancelled' else state end
      where id = ${id} and profile_id = ${profileId} and taken_back_at is null`.execute(db);
  return findOwn(db, profileId, id);
}

/** Claims the next recipients from whom it was not tried yet; other processes skip them. */
export async function claimWritten(db: Db, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    select profile_id from message_broadcast_recipients
      where broadcast_id = ${id} and outcome = 'sent' and taken_back is null
      order by profile_id limit ${limit} for update skip locked`.execute(db);
  return rows.map((row) => row.profile_id);
}

export type TakenBack = MessageRow & { receiver_id: string; was_unread: boolean };

/**
 * Unsends a broadcast for these receivers, whose threads the caller has locked, unless it was bought or its writer can see
 * that it was read: a reading that the thread does not show must not appear from what is left.
 */
export async function takeBack(
  db: Db,
  { broadcast, receivers, at }: { broadcast: BroadcastRow; receivers: readonly string[]; at: Date },
): Promise<TakenBack[]> {
  const { rows } = await sql<TakenBack>`
    with due as (
      select message.conversation_id, message.seq, theirs.profile_id as receiver_id,
          theirs.box = 'inbox' and message.seq > theirs.read_seq and message.seq > theirs.cleared_seq as was_unread
        from messages message
        join conversation_members theirs on theirs.conversation_id = message.conversation_id
          and theirs.other_id = message.sender_id
        where message.broadcast_id = ${broadcast.id} and theirs.profile_id = any(${receivers}::uuid[])
          and message.deleted_at is null and message.unlocked_at is null
          and not (theirs.read_seq >= message.seq and theirs.box = 'inbox'
            and ${visibleTo(broadcast.profile_id, sql`theirs.profile_id`)})
    ), counted as (
      update conversations as thread set counter = thread.counter + 1 from due
        where thread.id = due.conversation_id returning thread.id, thread.counter
    )
    update messages as message set content = '', media_id = null, media_type = null, low_reaction = null,
        high_reaction = null, deleted_at = ${at}, revision = counted.counter
      from due join counted on counted.id = due.conversation_id
      where message.conversation_id = due.conversation_id and message.seq = due.seq
      returning message.*, due.receiver_id, due.was_unread`.execute(db);
  return rows;
}

export async function recordTakenBack(
  db: Db,
  id: string,
  { tried, taken }: { tried: readonly string[]; taken: readonly string[] },
): Promise<void> {
  await sql`
    update message_broadcast_recipients set taken_back = profile_id = any(${taken}::uuid[])
      where broadcast_id = ${id} and profile_id = any(${tried}::uuid[])`.execute(db);
}

/** Ends the work unless recipients are left; returns whether this call ended it. */
export async function endTakingBack(db: Db, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message_broadcasts set taken_back_done_at = ${at}
      where id = ${id} and taken_back_at is not null and taken_back_done_at is null and not exists (
        select from message_broadcast_recipients where broadcast_id = ${id} and outcome = 'sent' and taken_back is null)`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Broadcasts whose taking back began before a moment and has not ended. */
export async function listUntaken(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from message_broadcasts where taken_back_at < ${before} and taken_back_done_at is null
      order by taken_back_at limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
