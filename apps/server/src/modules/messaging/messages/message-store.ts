import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { isIncognito, visibleTo } from '../../profiles/service.ts';
import type { MessageRow, Side } from '../types.ts';

/** A message in a thread of `profileId` that they have not cleared. */
export async function findOf(
  db: Db,
  profileId: string,
  id: string,
): Promise<(MessageRow & { other_id: string }) | undefined> {
  const { rows } = await sql<MessageRow & { other_id: string }>`
    select message.*, own.other_id from messages message
      join conversation_members own on own.conversation_id = message.conversation_id and own.profile_id = ${profileId}
      where message.id = ${id} and message.seq > own.cleared_seq`.execute(db);
  return rows[0];
}

export async function findByClientId(
  db: Db,
  wanted: { conversationId: string; senderId: string; clientId: string },
): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', wanted.conversationId)
    .where('sender_id', '=', wanted.senderId)
    .where('client_id', '=', wanted.clientId)
    .executeTakeFirst();
}

export type MessageChange = Partial<
  Pick<
    MessageRow,
    | 'content'
    | 'media_id'
    | 'media_type'
    | 'deleted_at'
    | 'unlocked_at'
    | 'sale_id'
    | 'low_reaction'
    | 'high_reaction'
    | 'expires_at'
  >
>;

/**
 * Changes a message under the lock of its thread and gives it the next revision. `decide` gets the locked row; null leaves
 * it unchanged. Undefined when it was deleted. Runs in the caller's transaction.
 */
export async function changeMessage(
  tx: Db,
  place: { conversationId: string; seq: bigint },
  decide: (row: MessageRow) => MessageChange | null,
): Promise<MessageRow | undefined> {
  await tx
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', place.conversationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const row = await tx
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', place.conversationId)
    .where('seq', '=', place.seq)
    .executeTakeFirst();
  if (!row) return undefined;
  const change = decide(row);
  if (!change) return row;
  const { counter } = await tx
    .updateTable('conversations')
    .set({ counter: sql`counter + 1` })
    .where('id', '=', place.conversationId)
    .returning('counter')
    .executeTakeFirstOrThrow();
  return tx
    .updateTable('messages')
    .set({ ...change, revision: counter })
    .where('conversation_id', '=', place.conversationId)
    .where('seq', '=', place.seq)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface Moved {
  conversation_id: string;
  other_id: string;
  box: string;
  seq: bigint;
  message_id: string;
  /** Whether the other member may be notified: they may still see the one who read. */
  may_notify: boolean;
}

/** Position of the latest message to a side; the side's own column lags behind while it has unread messages. */
const latestIncoming = (thread: string, side: string) =>
  sql`case when ${sql.ref(`${side}.profile_id`)} = ${sql.ref(`${thread}.low_id`)}
    then ${sql.ref(`${thread}.high_latest_seq`)} else ${sql.ref(`${thread}.low_latest_seq`)} end`;

/** Whether the other member may see the owner of the side `m`. */
const mayNotify = visibleTo(sql`m.other_id`, sql`m.profile_id`);

/**
 * Moves a read or delivery mark forward, never back; returns whether the other member may be notified. Undefined when it
 * was there already, and for a delivery to an incognito member, which would reveal their presence.
 */
export async function moveMark(
  db: Db,
  side: Pick<Side, 'conversationId' | 'profileId' | 'otherId'>,
  mark: { seq: bigint; read: boolean },
): Promise<{ mayNotify: boolean } | undefined> {
  const { profileId, otherId, conversationId } = side;
  // What is unread after reading depends on messages being written, which lock the thread.
  const { rows } = mark.read
    ? await sql<{ mayNotify: boolean }>`
      with thread as (select * from conversations where id = ${conversationId} for no key update)
      update conversation_members m set delivered_seq = greatest(m.delivered_seq, ${mark.seq}::bigint),
          read_seq = ${mark.seq}::bigint, latest_incoming_seq = ${latestIncoming('thread', 'm')}
        from thread
        where m.profile_id = ${profileId} and m.other_id = ${otherId} and m.read_seq < ${mark.seq}::bigint
        returning ${mayNotify} as "mayNotify"`.execute(db)
    : await sql<{ mayNotify: boolean }>`
      update conversation_members m set delivered_seq = ${mark.seq}::bigint
        where profile_id = ${profileId} and other_id = ${otherId} and delivered_seq < ${mark.seq}::bigint
          and not ${isIncognito(sql`${profileId}::uuid`)}
        returning ${mayNotify} as "mayNotify"`.execute(db);
  return rows[0];
}

/** Marks all messages of these threads as delivered to `profileId`; returns the marks that moved. */
export async function markAllDelivered(
  db: Db,
  profileId: string,
  conversationIds: readonly string[],
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with due as (
      -- A thread that is being written to is marked with the next list.
      select own.profile_id, own.other_id, ${latestIncoming('thread', 'own')} as seq from conversation_members own
        join conversations thread on thread.id = own.conversation_id
        where own.profile_id = ${profileId} and own.conversation_id = any(${conversationIds}::uuid[])
          and own.delivered_seq < ${latestIncoming('thread', 'own')} and not ${isIncognito(sql`${profileId}::uuid`)}
        for no key update of own skip locked
    ), moved as (
      update conversation_members m set delivered_seq = due.seq
        from due where m.profile_id = due.profile_id and m.other_id = due.other_id
        returning m.conversation_id, m.other_id, m.box, m.delivered_seq as seq, ${mayNotify} as may_notify)
    select moved.*, message.id as message_id from moved
      join messages message on message.conversation_id = moved.conversation_id and message.seq = moved.seq`.execute(db);
  return rows;
}

/** Part of a statement that deletes messages: keeps their client ids, so that a retry stores nothing. */
const withTombstones = (removed: RawBuilder<unknown>, at: Date) => sql`
  , names as (
    insert into message_tombstones (conversation_id, sender_id, client_id, seq, deleted_at)
      select conversation_id, sender_id, client_id, seq, ${at} from ${removed}
        where created_at > ${at}::timestamptz - interval '30 days' on conflict do nothing)`;

/** Deletes tombstones from before the time in which devices retry. */
export async function deleteTombstones(db: Db, before: Date): Promise<void> {
  await sql`delete from message_tombstones where (conversation_id, sender_id, client_id) in (
    select conversation_id, sender_id, client_id from message_tombstones where deleted_at < ${before} limit 10000)`.execute(
    db,
  );
}

/** Position of the message with this client id, and whether it was deleted; undefined when there is none. */
export async function findSent(
  db: Db,
  sent: { senderId: string; otherId: string; clientId: string },
): Promise<{ conversationId: string; seq: bigint; deleted: boolean } | undefined> {
  const of = (table: string, deleted: boolean) => sql`
    select own.conversation_id as "conversationId", one.seq, ${deleted}::boolean as deleted from conversation_members own
      join ${sql.table(table)} one on one.conversation_id = own.conversation_id and one.sender_id = own.profile_id
      where own.profile_id = ${sent.senderId} and own.other_id = ${sent.otherId} and one.client_id = ${sent.clientId}`;
  const { rows } = await sql<{ conversationId: string; seq: bigint; deleted: boolean }>`
    ${of('messages', false)} union all ${of('message_tombstones', true)} limit 1`.execute(db);
  return rows[0];
}

/**
 * Deletes at most `limit` expired messages for good; returns files that no message shows any more, and for each member
 * with unread ones the senders of those.
 */
export async function deleteExpired(
  db: Db,
  at: Date,
  limit: number,
): Promise<{ deleted: number; mediaIds: string[]; unread: Pick<Side, 'profileId' | 'otherId'>[] }> {
  const { rows } = await sql<{ media_id: string | null; profile_id: string | null; other_id: string }>`
    with removed as (
      delete from messages where (conversation_id, seq) in (
          select conversation_id, seq from messages where expires_at <= ${at} order by expires_at limit ${limit}
            for update skip locked)
        returning *)
    ${withTombstones(sql`removed`, at)}
    select removed.media_id, own.profile_id, own.other_id from removed
      left join conversation_members own on own.conversation_id = removed.conversation_id and own.other_id = removed.sender_id
        and own.box = 'inbox' and removed.seq > own.read_seq and removed.seq > own.cleared_seq and removed.deleted_at is null`.execute(
    db,
  );
  const unread = new Map(
    rows.flatMap(({ profile_id: profileId, other_id: otherId }) =>
      profileId === null ? [] : [[`${profileId} ${otherId}`, { profileId, otherId }]],
    ),
  );
  return { deleted: rows.length, mediaIds: await unused(db, rows), unread: [...unread.values()] };
}

/** Deletes messages that both members have cleared; returns files that no message shows any more. */
export async function deleteClearedByBoth(db: Db, conversationId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ media_id: string | null }>`
    with removed as (
      delete from messages where conversation_id = ${conversationId} and seq <= (
          select min(cleared_seq) from conversation_members where conversation_id = ${conversationId})
        returning *)
    ${withTombstones(sql`removed`, at)}
    select media_id from removed`.execute(db);
  return unused(db, rows);
}

/** Files of these rows that no message shows. */
export async function unused(db: Db, rows: readonly { media_id: string | null }[]): Promise<string[]> {
  const ids = [...new Set(rows.flatMap(({ media_id }) => media_id ?? []))];
  if (ids.length === 0) return [];
  const used = await db.selectFrom('messages').select('media_id').where('media_id', 'in', ids).execute();
  const still = new Set(used.map(({ media_id }) => media_id));
  return ids.filter((id) => !still.has(id));
}
