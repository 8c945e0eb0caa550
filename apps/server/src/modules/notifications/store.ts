import { maxUnreadShown } from '@vlam/contract/notifications';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Notifications } from '../../platform/database-types.ts';
import { uuidArray } from '../../platform/prepared.ts';
import { visibleTo } from '../profiles/service.ts';

export type NotificationRow = Selectable<Notifications>;
/** With the actors named in a group, latest first. */
export type ListedRow = NotificationRow & { named: string[] | null };

const me = sql`own.profile_id`;

/**
 * Condition on a row called `own`: its actor is visible to the reader now, unnamed, or the platform. Checked at each
 * read, so a block also hides earlier notifications.
 */
const stands = sql<boolean>`(case when own.group_key is null
    then own.actor_id is null or ${visibleTo(me, sql`own.actor_id`)}
    else own.unnamed > 0 or exists (select from notification_parts as part
      where part.notification_id = own.id and ${visibleTo(me, sql`part.actor_id`)}) end)`;

const namedIn = sql`(select array_agg(latest.actor_id) from (
    select part.actor_id from notification_parts as part
      where part.notification_id = own.id and part.actor_id is not null and ${visibleTo(me, sql`part.actor_id`)}
      order by part.at desc, part.key limit 1) as latest)`;

export async function listOwn(
  db: Db,
  wanted: { accountId: string; after: { at: Date; id: string } | null; limit: number },
): Promise<ListedRow[]> {
  const { accountId, after, limit } = wanted;
  const from = after ? sql`(own.at, own.id) < (${after.at}, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<ListedRow>`
    select own.*, case when own.group_key is not null then ${namedIn} end as named
      from notifications as own
      where own.account_id = ${accountId} and own.listed and ${from} and ${stands}
      order by own.at desc, own.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Part of another module's statement: how many notifications of an account are unread, at most `maxUnreadShown`. */
export const unreadNotificationsOf = (accountId: RawBuilder<unknown>) => sql<number>`(select count(*)::int from (
    select from notifications as own
      where own.account_id = ${accountId} and own.read_at is null and own.listed and ${stands}
      limit ${maxUnreadShown}) as unread)`;

/** At most `maxUnreadShown`. */
export async function countUnread(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{
    unread: number;
  }>`select ${unreadNotificationsOf(sql`${accountId}::uuid`)} as unread`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Newest notification and unread count of each account; accounts without any are left out. */
export async function listBells(
  db: Db,
  accountIds: readonly string[],
): Promise<{ account_id: string; id: string; unread: number }[]> {
  const { rows } = await sql<{ account_id: string; id: string; unread: number }>`
    select bell.account_id, newest.id, ${unreadNotificationsOf(sql`bell.account_id`)} as unread
      from unnest(${uuidArray(accountIds)}::uuid[]) as bell (account_id),
        lateral (select own.id from notifications as own
          where own.account_id = bell.account_id and own.listed order by own.at desc, own.id desc limit 1) as newest`.execute(
    db,
  );
  return rows;
}

export async function markRead(db: Db, accountId: string, ids: readonly string[], now: Date): Promise<void> {
  await sql`update notifications set read_at = ${now}
    where account_id = ${accountId} and id = any(${uuidArray(ids)}::uuid[]) and read_at is null`.execute(db);
}

/** Everything up to the one with this id. */
export async function markReadUpTo(db: Db, accountId: string, id: string, now: Date): Promise<void> {
  await sql`update notifications as own set read_at = ${now}
    from notifications as last
    where last.id = ${id} and last.account_id = ${accountId}
      and own.account_id = ${accountId} and own.read_at is null and own.at <= last.at`.execute(db);
}

/** A group of notifications of an account. */
interface Group {
  accountId: string;
  key: string;
}

const wanted = (groups: readonly Group[]) => sql`
  unnest(${uuidArray(groups.map(({ accountId }) => accountId))}::uuid[], ${groups.map(({ key }) => key)}::text[])
      as wanted (account_id, key)
    where own.account_id = wanted.account_id and own.group_key = wanted.key and own.read_at is null`;

/** Accounts with any of these groups unread. */
export async function listUnreadGroups(db: Db, groups: readonly Group[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct own.account_id from notifications as own, ${wanted(groups)}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Returns the accounts that had any of these groups unread. */
export async function markGroupsRead(db: Db, groups: readonly Group[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    update notifications as own set read_at = ${now} from ${wanted(groups)} returning own.account_id`.execute(db);
  return [...new Set(rows.map(({ account_id }) => account_id))];
}

/** Unread notifications newer than `since`, of kinds sent by one channel: the newest, and their number. */
export async function findPending(
  db: Db,
  wanted: { accountId: string; since: Date | null; kinds: readonly string[] },
): Promise<{ id: string; at: Date; count: number } | undefined> {
  const since = wanted.since ? sql`own.at > ${wanted.since}` : sql`true`;
  const { rows } = await sql<{ id: string; at: Date; count: number }>`
    select pending.id, pending.at, count(*) over ()::int as count from (
      select own.id, own.at from notifications as own
        where own.account_id = ${wanted.accountId} and own.read_at is null and own.kind = any(${wanted.kinds}::text[])
          and ${since} and ${stands}
        order by own.at desc, own.id desc limit ${maxUnreadShown}) as pending
      order by pending.at desc, pending.id desc limit 1`.execute(db);
  return rows[0];
}

/** Returns how many were deleted; more may be left when it equals `limit`. */
export async function deleteOld(db: Db, before: { read: Date; unread: Date }, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`with old as (
      select id from notifications
        where at < ${before.unread} or (at < ${before.read} and read_at is not null) limit ${limit}
    ), deleted as (delete from notifications using old where notifications.id = old.id returning 1)
    select count(*)::int as deleted from deleted`.execute(db);
  return rows[0]?.deleted ?? 0;
}

/** All rows of an account, for its owner's data export. */
export const listAll = (db: Db, accountId: string): Promise<NotificationRow[]> =>
  db.selectFrom('notifications').selectAll().where('account_id', '=', accountId).orderBy('at').orderBy('id').execute();
