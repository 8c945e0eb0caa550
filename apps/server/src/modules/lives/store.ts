import type { LiveEnding } from '@vlam/contract/rules/lives';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { Lives, LiveTickets } from '../../platform/database-types.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { blockedAt, isShown, visibleTo } from '../profiles/service.ts';

export type LiveRow = Selectable<Lives>;
export type TicketRow = Selectable<LiveTickets>;

/** A show with what a viewer's right to it depends on. */
export interface RightRow extends LiveRow {
  ticket: 'held' | 'returned' | null;
  is_removed: boolean;
}

/** A show with what one viewer may read of it. */
export interface SeenLiveRow extends RightRow {
  watching: number;
  is_followed: boolean;
  is_reminded: boolean;
}

/** A viewer whose player asked for the stream within this time counts as watching. */
const watchingSeconds = 15;

const watchingOf = (liveId: RawBuilder<unknown>, now: Date) => sql<number>`(
  select count(*)::int from live_viewers v where v.live_id = ${liveId}
    and v.seen_at > ${now}::timestamptz - make_interval(secs => ${watchingSeconds}::int))`;

const isRunning = (now: Date, withinMs: number) => sql`
  lives.ended_at is null and not lives.sample and lives.last_part_at > ${new Date(now.getTime() - withinMs)}`;

/** What a viewer's right depends on: values, or parts of an SQL statement. */
export interface RightViewer {
  accountId: string | RawBuilder<unknown>;
  profileId: string | null | RawBuilder<unknown>;
  /** Sees every show, also of a creator who hides from them. */
  moderates: boolean | RawBuilder<unknown>;
}

export interface LiveViewer extends RightViewer {
  accountId: string;
  profileId: string | null;
  moderates: boolean;
  /** Part of an SQL statement: ids of the creators that the viewer follows. */
  followed: RawBuilder<unknown>;
}

export const ownTicket = (viewer: RightViewer) => sql`live_tickets t
  where t.live_id = lives.id and t.account_id = ${viewer.accountId}`;

const rightColumns = (viewer: RightViewer) => sql`
  lives.*,
  (select case when t.returned_at is null then 'held' else 'returned' end from ${ownTicket(viewer)}) as ticket,
  exists (select from live_removed r where r.live_id = lives.id and r.profile_id = ${viewer.profileId}::uuid) as is_removed`;

export const seenColumns = (viewer: LiveViewer, now: Date) => sql`
  ${rightColumns(viewer)}, ${watchingOf(sql`lives.id`, now)} as watching,
  lives.creator_id in (${viewer.followed}) as is_followed,
  exists (select from live_reminders m where m.live_id = lives.id and m.profile_id = ${viewer.profileId}::uuid) as is_reminded`;

/** A private show exists for its creator and for the member who requested it. */
export const isPublicOrFor = (profileId: RightViewer['profileId']) => sql`(
  lives.audience <> 'private' or lives.creator_id = ${profileId}::uuid or lives.requester_id = ${profileId}::uuid)`;

/** A block by the creator, or a hidden profile, ends neither a moderator's access nor that of a ticket. */
export const visibleLive = (viewer: RightViewer) => sql`(
  ${viewer.moderates}::boolean
  or (${isPublicOrFor(viewer.profileId)} and ${visibleTo(viewer.profileId, sql`lives.creator_id`)})
  or (${isShown(sql`lives.creator_id`)} and (lives.requester_id = ${viewer.profileId}::uuid
    or exists (select from ${ownTicket(viewer)} and t.returned_at is null))))`;

/** The show unless its creator is invisible to the viewer. */
export async function findSeen(db: Db, viewer: LiveViewer, id: string, now: Date): Promise<SeenLiveRow | undefined> {
  const { rows } = await sql<SeenLiveRow>`
    select ${seenColumns(viewer, now)} from lives where lives.id = ${id} and ${visibleLive(viewer)}`.execute(db);
  return rows[0];
}

/** A show and one who asks for it. */
export interface RightQuestion {
  liveId: string;
  viewer: { accountId: string; profileId: string | null; moderates: boolean };
}
export const rightKeyOf = ({ liveId, viewer }: RightQuestion): string =>
  `${liveId} ${viewer.accountId} ${viewer.moderates}`;

/** As `findSeen` without figures, by `rightKeyOf`: one planned statement for all who ask at the same moment. */
export function createRightReader(database: Database) {
  const read = prepare<'lives' | 'accounts' | 'profiles' | 'moderators', RightRow & { asked_for: string }>(
    database,
    'rights to shows',
    ['lives', 'accounts', 'profiles', 'moderators'],
    (slot) => {
      const viewer = {
        accountId: sql`asked.account_id`,
        profileId: sql`asked.profile_id`,
        moderates: sql`asked.moderates`,
      };
      return sql`
        select ${rightColumns(viewer)}, concat(asked.live_id, ' ', asked.account_id, ' ',
            case when asked.moderates then 'true' else 'false' end) as asked_for
          from unnest(${slot.lives}::uuid[], ${slot.accounts}::uuid[], ${slot.profiles}::uuid[],
              ${slot.moderators}::boolean[]) as asked (live_id, account_id, profile_id, moderates)
          join lives on lives.id = asked.live_id
          where ${visibleLive(viewer)}`;
    },
    database.planned,
  );
  return async (asked: readonly RightQuestion[]): Promise<ReadonlyMap<string, RightRow>> => {
    const rows = await read({
      lives: uuidArray(asked.map(({ liveId }) => liveId)),
      accounts: uuidArray(asked.map(({ viewer }) => viewer.accountId)),
      profiles: uuidArray(asked.map(({ viewer }) => viewer.profileId)),
      moderators: `{${asked.map(({ viewer }) => viewer.moderates).join(',')}}`,
    });
    return new Map(rows.map(({ asked_for: key, ...row }) => [key, row]));
  };
}

/** Running shows that the viewer may see, most watched first, then sample shows. */
export async function listSeen(
  db: Db,
  viewer: LiveViewer,
  page: { now: Date; withinMs: number; category: string | null; limit: number },
): Promise<SeenLiveRow[]> {
  const { now, withinMs, category, limit } = page;
  const { rows } = await sql<SeenLiveRow>`
    select * from (select ${seenColumns(viewer, now)} from lives
      where ((${isRunning(now, withinMs)}) or (lives.sample and lives.ended_at is null))
        and (${category}::text is null or lives.category = ${category})
        and ${isPublicOrFor(viewer.profileId)} and ${visibleTo(viewer.profileId, sql`lives.creator_id`)}) as seen
      where not is_removed
      order by sample, watching desc, started_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** Running and sample shows of creators a viewer may see. */
export async function countShows(
  db: Db,
  viewerId: string | null,
  { now, withinMs }: { now: Date; withinMs: number },
): Promise<{ running: number; samples: number }> {
  const { rows } = await sql<{ running: number; samples: number }>`
    select count(*) filter (where not sample)::int as running, count(*) filter (where sample)::int as samples
      from lives
      where ((${isRunning(now, withinMs)}) or (lives.sample and lives.ended_at is null))
        and ${isPublicOrFor(viewerId)} and ${visibleTo(viewerId, sql`lives.creator_id`)}`.execute(db);
  return rows[0] ?? { running: 0, samples: 0 };
}

export const findLive = (db: Db, id: string): Promise<LiveRow | undefined> =>
  db.selectFrom('lives').selectAll().where('id', '=', id).executeTakeFirst();

export const findUnderWay = (db: Db, creatorId: string): Promise<LiveRow | undefined> =>
  db
    .selectFrom('lives')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .where('ended_at', 'is', null)
    .where('sample', '=', false)
    .where('is_planned', '=', false)
    .executeTakeFirst();

/** `share`: until the transaction ends the show cannot end; `update`: no one else changes it either. */
export const lockLive = (tx: Db, id: string, strength: 'share' | 'update'): Promise<LiveRow | undefined> => {
  const query = tx.selectFrom('lives').selectAll().where('id', '=', id);
  return (strength === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst();
};

export const endSamples = (tx: Db, creatorId: string, now: Date) =>
  sql`update lives set ended_at = greatest(${now}::timestamptz, started_at)
    where creator_id = ${creatorId} and sample and ended_at is null`.execute(tx);

/**
 * Shows to end: their creator is suspended or erased, no picture arrived since `silentSince`, they go on too long, or
 * were planned for before `plannedBefore` and have not begun. A block ends a private show: the creator's as a stop, the
 * requester's as an end.
 */
export async function listOver(
  db: Db,
  limits: { silentSince: Date; startedBefore: Date; plannedBefore: Date; stopAll: boolean },
): Promise<{ id: string; ending: LiveEnding }[]> {
  const { silentSince, startedBefore, plannedBefore, stopAll } = limits;
  const { rows } = await sql<{ id: string; ending: LiveEnding }>`
    select id, case when not shown or turned_away or (${stopAll} and not is_planned) then 'stopped' when left_alone then 'ended'
          when is_planned or last_media_at < ${silentSince} then 'failed' else 'ended' end as ending
      from (
        select id, started_at, is_planned, planned_for, coalesce(last_part_at, started_at) as last_media_at, ${isShown(sql`lives.creator_id`)} as shown,
            requester_id is not null and ${blockedAt(sql`lives.creator_id`, sql`lives.requester_id`)} is not null as turned_away,
            requester_id is not null and ${blockedAt(sql`lives.requester_id`, sql`lives.creator_id`)} is not null as left_alone
          from lives where ended_at is null and not sample) as under_way
      where not shown or turned_away or left_alone or (${stopAll} and not is_planned)
        or case when is_planned then planned_for < ${plannedBefore}
             else last_media_at < ${silentSince} or started_at < ${startedBefore} end limit 200`.execute(db);
  return rows;
}

/** People watching each show under way; keeps its peak. */
export async function countWatching(
  db: Db,
  now: Date,
): Promise<{ id: string; watching: number; tips: number; message_id: string | null }[]> {
  const { rows } = await sql<{ id: string; watching: number; tips: number; message_id: string | null }>`
    with counted as (
      select lives.id, tips_credits, peak, ${watchingOf(sql`lives.id`, now)} as watching
        from lives where ended_at is null and not sample and last_part_at is not null
    ), raised as (
      update lives set peak = counted.watching from counted
        where lives.id = counted.id and counted.watching > counted.peak
    )
    select id, watching, tips_credits as tips,
        (select m.id from live_messages m where m.live_id = counted.id order by m.id desc limit 1) as message_id
      from counted`.execute(db);
  return rows;
}

export interface Watcher {
  liveId: string;
  accountId: string;
}

/** Distinct pairs only. */
export async function recordWatchers(db: Db, watchers: readonly Watcher[], now: Date): Promise<void> {
  await sql`
    insert into live_viewers (live_id, account_id, seen_at)
      select live_id, account_id, ${now}::timestamptz
        from unnest(${uuidArray(watchers.map(({ liveId }) => liveId))}::uuid[],
          ${uuidArray(watchers.map(({ accountId }) => accountId))}::uuid[]) as watcher (live_id, account_id)
        order by live_id, account_id
      on conflict (live_id, account_id) do update set seen_at = excluded.seen_at`.execute(db);
}

export const deleteOldWatchers = (db: Db, before: Date) =>
  db.deleteFrom('live_viewers').where('seen_at', '<', before).execute();

/** Public shows of the same creator with a picture that began since `since` and before this one. */
export async function countShownBefore(
  db: Db,
  { id, creator_id, started_at }: Pick<LiveRow, 'id' | 'creator_id' | 'started_at'>,
  since: Date,
): Promise<number> {
  const row = await db
    .selectFrom('lives')
    .select((query) => query.fn.countAll<bigint>().as('shown'))
    .where('creator_id', '=', creator_id)
    .where('id', '<>', id)
    .where('requester_id', 'is', null)
    .where('last_part_at', 'is not', null)
    .where('started_at', '>', since)
    .where('started_at', '<=', started_at)
    .executeTakeFirstOrThrow();
  return Number(row.shown);
}
