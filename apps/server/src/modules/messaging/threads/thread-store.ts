import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { isShown, isShownOnline, visibleTo } from '../../profiles/service.ts';
import type { Box, Side } from '../types.ts';

const sideColumns = sql`
  own.conversation_id as "conversationId", own.profile_id as "profileId", own.other_id as "otherId",
  thread.counter, own.box, own.has_written as "hasWritten", own.muted,
  own.auto_delete_minutes as "autoDeleteMinutes", own.delivered_seq as "deliveredSeq", own.read_seq as "readSeq",
  own.cleared_seq as "clearedSeq", greatest(own.listed_at, case when own.listed_at is not null then thread.latest_at end) as "listedAt", theirs.box as "otherBox",
  theirs.auto_delete_minutes as "otherAutoDeleteMinutes", theirs.delivered_seq as "otherDeliveredSeq",
  theirs.read_seq as "otherReadSeq"`;
const sides = sql`conversation_members own
  join conversations thread on thread.id = own.conversation_id
  join conversation_members theirs on theirs.profile_id = own.other_id and theirs.other_id = own.profile_id`;

/** Part of other statements: sides as `own` and `theirs`, the thread as `thread`. */
export const selectSides = (more: RawBuilder<unknown>): RawBuilder<Side> => sql<Side>`select ${sideColumns} ${more}`;
export const fromSides = sql`from ${sides}`;

/** The first member's side of a thread; undefined before it began. Does not check visibility. */
export async function findSide(db: Db, profileId: string, otherId: string): Promise<Side | undefined> {
  const { rows } = await sql<Side>`select ${sideColumns} from ${sides}
    where own.profile_id = ${profileId} and own.other_id = ${otherId}`.execute(db);
  return rows[0];
}

/** Whether `profileId` may see `otherId`, and whether `profileId` is shown itself. */
export async function findVisibility(
  db: Db,
  profileId: string,
  otherId: string,
): Promise<{ sees: boolean; isShown: boolean }> {
  const { rows } = await sql<{ sees: boolean; isShown: boolean }>`
    select ${visibleTo(profileId, sql`${otherId}::uuid`)} as sees, ${isShown(sql`${profileId}::uuid`)} as "isShown"`.execute(
    db,
  );
  return rows[0] ?? { sees: false, isShown: false };
}

/** Those of `profileIds` who are members of the thread and may see the other member. */
export async function listAllowedMembers(
  db: Db,
  conversationId: string,
  profileIds: readonly string[],
): Promise<{ profile_id: string; other_id: string; accepted: boolean }[]> {
  const { rows } = await sql<{ profile_id: string; other_id: string; accepted: boolean }>`
    select own.profile_id, own.other_id, own.box = 'inbox' as accepted from conversation_members own
      where own.conversation_id = ${conversationId} and own.profile_id = any(${profileIds}::uuid[])
        and ${visibleTo(sql`own.profile_id`, sql`own.other_id`)}`.execute(db);
  return rows;
}

/** Whether the other member is online, per listener; false unless the other member accepted the thread. */
export async function listPresence(
  db: Db,
  listeners: readonly { conversationId: string; profileId: string }[],
  since: Date,
): Promise<{ conversation_id: string; other_id: string; online: boolean }[]> {
  const { rows } = await sql<{ conversation_id: string; other_id: string; online: boolean }>`
    select own.conversation_id, own.other_id,
        theirs.box = 'inbox' and ${isShownOnline(sql`own.other_id`, since)}
          and ${visibleTo(sql`own.profile_id`, sql`own.other_id`)} as online
      from unnest(${listeners.map((one) => one.conversationId)}::uuid[], ${listeners.map((one) => one.profileId)}::uuid[])
          as asked (conversation_id, profile_id)
      join conversation_members own
        on own.conversation_id = asked.conversation_id and own.profile_id = asked.profile_id
      join conversation_members theirs on theirs.profile_id = own.other_id and theirs.other_id = own.profile_id`.execute(
    db,
  );
  return rows;
}

/**
 * Locks threads of `ownId` in the order of `messages_post`. Changes to more than one side must call this first; otherwise
 * two transactions can deadlock.
 */
export async function lockThreads(db: Db, ownId: string, otherIds: readonly string[] | 'all'): Promise<void> {
  await sql`select from conversations where id in (
      select conversation_id from conversation_members where profile_id = ${ownId}
        and ${otherIds === 'all' ? sql`true` : sql`other_id = any(${otherIds}::uuid[])`})
    order by id for no key update`.execute(db);
}

/**
 * Creates missing threads of `ownId` with these members, and locks all of them. A new side gets the given box; an existing
 * one moves from requests to the inbox, never back.
 */
export async function openThreads(
  db: Db,
  ownId: string,
  others: readonly { id: string; box: Box; conversationId: string }[],
  at: Date,
): Promise<void> {
  const ids = others.map(({ id }) => id);
  await sql`insert into conversations (id, low_id, high_id, created_at)
    select made.id, least(${ownId}::uuid, made.other), greatest(${ownId}::uuid, made.other), ${at}
      from unnest(${others.map((one) => one.conversationId)}::uuid[], ${ids}::uuid[]) as made (id, other)
      order by made.other
    on conflict do nothing`.execute(db);
  await sql`insert into conversation_members (conversation_id, profile_id, other_id, box, auto_delete_minutes)
    select thread.id, side.profile_id, side.other_id, side.box, preference.auto_delete_minutes
      from unnest(${ids}::uuid[], ${others.map(({ box }) => box)}::text[]) as made (other, box)
      join conversations thread
        on thread.low_id = least(${ownId}::uuid, made.other) and thread.high_id = greatest(${ownId}::uuid, made.other)
      cross join lateral (values (${ownId}::uuid, made.other, 'inbox'), (made.other, ${ownId}::uuid, made.box))
        as side (profile_id, other_id, box)
      left join message_preferences preference on preference.profile_id = side.profile_id
      order by side.profile_id, side.other_id
    on conflict do nothing`.execute(db);
  await lockThreads(db, ownId, ids);
  const known = others.filter(({ box }) => box === 'inbox').map(({ id }) => id);
  if (known.length > 0) await acceptRequests(db, known, ownId);
}

/** Moves requests of `otherId` to the inbox; declined threads stay declined. Call under the lock of the threads. */
async function acceptRequests(db: Db, profileIds: readonly string[], otherId: string): Promise<void> {
  await sql`update conversation_members set box = 'inbox'
    where profile_id = any(${profileIds}::uuid[]) and other_id = ${otherId} and box = 'request'`.execute(db);
}

/** Moves requests between the two to their inboxes. */
export async function endRequests(db: Db, one: string, other: string): Promise<void> {
  await lockThreads(db, one, [other]);
  await acceptRequests(db, [one], other);
  await acceptRequests(db, [other], one);
}

/** A side before its owner wrote in the thread. */
export interface Accepted {
  otherId: string;
  hadWritten: boolean;
  box: Box;
}

/** Marks that `ownId` wrote to these members, which accepts their threads. Returns changed sides as they were before. */
export async function markThreadsWritten(db: Db, ownId: string, otherIds: readonly string[]): Promise<Accepted[]> {
  const { rows } = await sql<Accepted>`
    with earlier as (
      select m.other_id, m.has_written, m.box from conversation_members m
        where m.profile_id = ${ownId} and m.other_id = any(${otherIds}::uuid[]) and (not m.has_written or m.box <> 'inbox')
        order by m.other_id for no key update
    )
    update conversation_members m set has_written = true, box = 'inbox' from earlier
      where m.profile_id = ${ownId} and m.other_id = earlier.other_id
      returning m.other_id as "otherId", earlier.has_written as "hadWritten", earlier.box`.execute(db);
  return rows;
}

/** Undoes `markThreadsWritten` for members who were not reached. */
export async function unmarkThreadsWritten(db: Db, ownId: string, accepted: readonly Accepted[]): Promise<void> {
  if (accepted.length === 0) return;
  await sql`
    update conversation_members m set has_written = was.written, box = was.box
      from unnest(${accepted.map(({ otherId }) => otherId)}::uuid[], ${accepted.map(({ hadWritten }) => hadWritten)}::boolean[],
          ${accepted.map(({ box }) => box)}::text[]) as was (other_id, written, box)
      where m.profile_id = ${ownId} and m.other_id = was.other_id`.execute(db);
}

/** Moves a thread to both inboxes, as for a match; an unlisted thread is listed from `at`. */
export async function moveBothToInbox(db: Db, one: string, other: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ conversation_id: string }>`
    update conversation_members set box = 'inbox', listed_at = coalesce(listed_at, ${at})
      where (profile_id, other_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))
      returning conversation_id`.execute(db);
  return rows[0]?.conversation_id;
}

export async function setBox(db: Db, side: Side, box: Box): Promise<void> {
  await db
    .updateTable('conversation_members')
    .set({ box })
    .where('profile_id', '=', side.profileId)
    .where('other_id', '=', side.otherId)
    .execute();
}

export async function setSideAutoDelete(db: Db, side: Side, minutes: number | null): Promise<void> {
  await db
    .updateTable('conversation_members')
    .set({ auto_delete_minutes: minutes })
    .where('profile_id', '=', side.profileId)
    .where('other_id', '=', side.otherId)
    .execute();
}

/** Clears a side: hides its messages and delists it. They count neither as unread nor as read. */
export async function clearSide(db: Db, side: Side, { declined }: { declined: boolean }): Promise<void> {
  await sql`update conversation_members m
    set cleared_seq = thread.counter, latest_incoming_seq = m.read_seq, listed_at = null,
      box = case when ${declined} then 'declined' else m.box end
    from conversations thread
    where thread.id = m.conversation_id and m.profile_id = ${side.profileId} and m.other_id = ${side.otherId}`.execute(
    db,
  );
}

/** Sets auto-delete for every thread, future ones included. */
export async function setAutoDelete(db: Db, profileId: string, minutes: number | null): Promise<void> {
  await lockThreads(db, profileId, 'all');
  await db
    .insertInto('message_preferences')
    .values({ profile_id: profileId, auto_delete_minutes: minutes })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ auto_delete_minutes: minutes }))
    .execute();
  await db
    .updateTable('conversation_members')
    .set({ auto_delete_minutes: minutes })
    .where('profile_id', '=', profileId)
    .execute();
}

export async function findAutoDelete(db: Db, profileId: string): Promise<number | null> {
  const row = await db
    .selectFrom('message_preferences')
    .select('auto_delete_minutes')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row?.auto_delete_minutes ?? null;
}

/** Whether `profileId` started the thread; true before the first message. */
export async function hasStartedThread(db: Db, profileId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql<{ begins: boolean }>`
    select coalesce(case when low_id = ${profileId} then low_begins else high_begins end,
        thread_begun_by(id, ${profileId}), true) as begins
      from conversations where low_id = least(${profileId}::uuid, ${otherId}::uuid)
        and high_id = greatest(${profileId}::uuid, ${otherId}::uuid)`.execute(db);
  return rows[0]?.begins ?? true;
}

export async function countUsed(db: Db, profileId: string, day: string): Promise<number> {
  const row = await db
    .selectFrom('message_quotas')
    .select('used')
    .where('profile_id', '=', profileId)
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirst();
  return row?.used ?? 0;
}
