import type { conversationBoxes } from '@vlam/contract/messaging';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { uuidArray } from '../../../platform/prepared.ts';
import { hasSpentWith } from '../../credits/service.ts';
import { accountOfProfile, visibleTo } from '../../profiles/service.ts';
import { subscriberIds } from '../../subscriptions/service.ts';
import type { MessageRow, Side } from '../types.ts';
import { fromSides, selectSides } from './thread-store.ts';

export type ListedBox = (typeof conversationBoxes)[number];

export const maxUnread = 999;
export const maxThreads = 99;
const unreadOfThread = 100;

/** Messages a side may see: not cleared, not expired. */
const shown = (at: Date | RawBuilder<unknown>) =>
  sql`message.seq > own.cleared_seq and (message.expires_at is null or message.expires_at > ${at})`;
const unread = (
  at: Date | RawBuilder<unknown>,
) => sql`message.conversation_id = own.conversation_id and message.seq > own.read_seq
  and message.sender_id = own.other_id and message.deleted_at is null and ${shown(at)}`;

/** Statements of other modules: `profile_id` of a creator's followers, and of the members of one of their lists. */
export interface PeopleOf {
  followerIds(creatorId: string, since: Date | null): RawBuilder<unknown>;
  membersOfList(creatorId: string, listId: string): RawBuilder<unknown>;
}

interface Part {
  profileId: string;
  box: ListedBox;
  listId: string | null;
  at: Date;
  people: PeopleOf;
}

/** Condition for the requested part of the inbox. */
function partOf({ profileId, box, listId, at, people }: Part): RawBuilder<unknown> {
  const among = (statement: RawBuilder<unknown>) =>
    sql`exists (select from (${statement}) as fan where fan.profile_id = own.other_id)`;
  switch (box) {
    case 'unread':
      return sql`own.has_unread`;
    case 'spenders':
      return hasSpentWith(accountOfProfile(sql`own.other_id`), profileId);
    case 'subscribers':
      return among(subscriberIds(profileId, { now: at, since: null, endingBefore: null, past: false }));
    case 'followers':
      return among(people.followerIds(profileId, null));
    case 'list':
      return listId === null ? sql`false` : among(people.membersOfList(profileId, listId));
    default:
      return sql`true`;
  }
}

export interface Listed extends Side {
  last: MessageRow | null;
  unread: number;
}

/** Threads of a box with people the member may see, latest first. */
export async function listThreads(
  db: Db,
  wanted: Part & { after: { at: Date; id: string } | null; limit: number },
): Promise<Listed[]> {
  const { after, at } = wanted;
  const { rows } = await sql<Side & { last_seq: bigint | null; unread: bigint }>`
    ${selectSides(sql`, last.seq as last_seq, waiting.count as unread`)}
      ${fromSides}
      left join lateral (
        select message.seq from messages message
          where message.conversation_id = own.conversation_id and ${shown(at)} order by message.seq desc limit 1
      ) as last on true
      cross join lateral (
        select count(*) from (select from messages message where ${unread(at)} limit ${unreadOfThread}) as counted
      ) as waiting
      where own.profile_id = ${wanted.profileId} and own.box = ${wanted.box === 'requests' ? 'request' : 'inbox'}
        and ${partOf(wanted)} and own.listed_slot is not null
        and ${
          after
            ? sql`own.listed_slot <= date_trunc('minute', ${after.at}::timestamptz at time zone 'UTC')
                and (greatest(own.listed_at, thread.latest_at), own.conversation_id) < (${after.at}, ${after.id}::uuid)`
            : sql`true`
        }
        and ${visibleTo(sql`own.profile_id`, sql`own.other_id`)}
      order by own.listed_slot desc, greatest(own.listed_at, thread.latest_at) desc, own.conversation_id desc limit ${wanted.limit}`.execute(
    db,
  );
  const lasts = await listByPlaces(
    db,
    rows.flatMap((row) => (row.last_seq === null ? [] : [{ conversationId: row.conversationId, seq: row.last_seq }])),
  );
  const lastOf = new Map(lasts.map((row) => [row.conversation_id, row]));
  return rows.map((row) => ({ ...row, last: lastOf.get(row.conversationId) ?? null, unread: Number(row.unread) }));
}

export async function listByPlaces(
  db: Db,
  places: readonly { conversationId: string; seq: bigint }[],
): Promise<MessageRow[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<MessageRow>`
    select message.* from unnest(${places.map((one) => one.conversationId)}::uuid[], ${places.map((one) => one.seq)}::bigint[])
        as place (conversation_id, seq)
      join messages message on message.conversation_id = place.conversation_id and message.seq = place.seq`.execute(db);
  return rows;
}

/** Part of another module's statement: how many messages of a profile's inbox are unread, at most `maxUnread`. */
export const unreadMessagesOf = (profile: RawBuilder<unknown>, at: Date | RawBuilder<unknown>) => sql<number>`(
    select count(*)::int from (
      select from conversation_members own join messages message on ${unread(at)}
        where own.profile_id = ${profile} and own.box = 'inbox' and own.has_unread
          and ${visibleTo(sql`own.profile_id`, sql`own.other_id`)}
        limit ${maxUnread}) as counted)`;

/** Unread messages of an inbox, and waiting requests, up to the limit of counting. */
export async function countUnread(db: Db, profileId: string, at: Date): Promise<{ unread: number; requests: number }> {
  const { rows } = await sql<{ unread: number; requests: number }>`select
    ${unreadMessagesOf(sql`${profileId}::uuid`, at)} as unread,
    (select count(*)::int from (
      select from conversation_members own
        where own.profile_id = ${profileId} and own.box = 'request' and own.listed_slot is not null
          and ${visibleTo(sql`own.profile_id`, sql`own.other_id`)}
        limit ${maxThreads}) as counted) as requests`.execute(db);
  return rows[0] ?? { unread: 0, requests: 0 };
}

/** Threads of an inbox that hold unread messages, up to the limit of counting. */
export async function countUnreadThreads(db: Db, profileId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select from conversation_members own
        where own.profile_id = ${profileId} and own.box = 'inbox' and own.has_unread and own.listed_slot is not null
          and ${visibleTo(sql`own.profile_id`, sql`own.other_id`)}
        limit ${maxThreads}) as counted`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function countUnreadOf(db: Db, side: Pick<Side, 'profileId' | 'otherId'>, at: Date): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select from conversation_members own join messages message on ${unread(at)}
        where own.profile_id = ${side.profileId} and own.other_id = ${side.otherId} limit ${unreadOfThread}) as counted`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Those of these sides without unread messages. */
export async function listWithoutUnread(
  db: Db,
  sides: readonly Pick<Side, 'profileId' | 'otherId'>[],
  at: Date,
): Promise<Pick<Side, 'profileId' | 'otherId'>[]> {
  if (sides.length === 0) return [];
  const { rows } = await sql<Pick<Side, 'profileId' | 'otherId'>>`
    select own.profile_id as "profileId", own.other_id as "otherId"
      from unnest(${uuidArray(sides.map(({ profileId }) => profileId))}::uuid[],
          ${uuidArray(sides.map(({ otherId }) => otherId))}::uuid[]) as side (profile_id, other_id)
      join conversation_members own on own.profile_id = side.profile_id and own.other_id = side.other_id
      where not exists (select from messages message where ${unread(at)})`.execute(db);
  return rows;
}

export interface Window {
  before?: bigint | undefined;
  after?: bigint | undefined;
  since?: bigint | undefined;
  at: Date;
  limit: number;
}

/** Messages a side may see: by position, or with `since` by revision. */
export async function listMessages(db: Db, side: Side, window: Window): Promise<MessageRow[]> {
  const { before, after, since, at, limit } = window;
  const here = sql`message.conversation_id = ${side.conversationId} and message.seq > ${side.clearedSeq}
    and (message.expires_at is null or message.expires_at > ${at})`;
  const part = (more: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    sql`(select message.* from messages message where ${here} and ${more} order by ${order} limit ${limit})`;
  const query =
    since !== undefined
      ? sql<MessageRow>`select * from (
          ${part(sql`message.seq > ${since} and message.revision = message.seq`, sql`message.seq`)}
          union all
          ${part(sql`message.revision > ${since} and message.revision <> message.seq`, sql`message.revision`)}
        ) as changed order by revision limit ${limit}`
      : after !== undefined
        ? sql<MessageRow>`${part(sql`message.seq > ${after}`, sql`message.seq`)}`
        : sql<MessageRow>`select * from ${part(
            before === undefined ? sql`true` : sql`message.seq < ${before}`,
            sql`message.seq desc`,
          )} as latest order by seq`;
  return (await query.execute(db)).rows;
}

/** Messages whose text matches, newest first. */
export async function searchMessages(
  db: Db,
  side: Side,
  wanted: { pattern: string; at: Date; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select message.* from messages message
      where message.conversation_id = ${side.conversationId} and message.seq > ${side.clearedSeq}
        and (message.expires_at is null or message.expires_at > ${wanted.at}) and message.content ilike ${wanted.pattern}
      order by message.seq desc limit ${wanted.limit}`.execute(db);
  return rows;
}
