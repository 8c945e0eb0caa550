import type { CallEnding } from '@vlam/contract/rules/calls';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { CallMinutes, Calls } from '../../platform/database-types.ts';
import { reachableTo, visibleTo } from '../profiles/service.ts';

export type CallRow = Selectable<Calls>;
export type MinuteRow = Selectable<CallMinutes>;
export type Side = 'caller' | 'partner';

const bothExist = (caller: RawBuilder<unknown>, partner: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${reachableTo(caller, partner)} and ${reachableTo(partner, caller)})`;

/** Whether the two of a call can reach each other: no block, suspension or hiding. Incognito does not part them. */
export async function canSeeEachOther(db: Db, row: Pick<CallRow, 'caller_id' | 'partner_id'>): Promise<boolean> {
  const both = bothExist(sql`${row.caller_id}::uuid`, sql`${row.partner_id}::uuid`);
  const { rows } = await sql<{ both: boolean }>`select ${both} as both`.execute(db);
  return rows[0]?.both ?? false;
}

/** Whether there was a call between two profiles that rang at both. */
export async function hasCallWith(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from calls where not silent and ((caller_id = ${one} and partner_id = ${other})
      or (caller_id = ${other} and partner_id = ${one})) limit 1`.execute(db);
  return rows.length > 0;
}

/** Ringing calls after `after` between two members who may no longer see each other. */
export async function listUnavailable(db: Db, { after, limit }: IdPage, all: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from calls where ended_at is null and id > ${after}
        and (${all} or accepted_at is null and not ${bothExist(sql`calls.caller_id`, sql`calls.partner_id`)})
      order by id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Claims each member's line; returns whose lines were free. Call it after writing the call's row. */
export async function takeLines(tx: Db, callId: string, profileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    insert into call_lines (profile_id, call_id)
      select id, ${callId}::uuid from unnest(${profileIds}::uuid[]) as id order by id
      on conflict do nothing returning profile_id`.execute(tx);
  return rows.map((row) => row.profile_id);
}

export async function freeLines(tx: Db, callId: string): Promise<void> {
  await tx.deleteFrom('call_lines').where('call_id', '=', callId).execute();
}

export const insertCall = (tx: Db, row: Insertable<Calls>): Promise<CallRow> =>
  tx.insertInto('calls').values(row).returningAll().executeTakeFirstOrThrow();

/** The call, locked until the transaction ends. */
export const lockCall = (tx: Db, id: string): Promise<CallRow | undefined> =>
  tx.selectFrom('calls').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findCall = (db: Db, id: string): Promise<CallRow | undefined> =>
  db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst();

/** The call, if this member is one of its two sides. */
export const findOwn = (db: Db, id: string, profileId: string): Promise<CallRow | undefined> =>
  db
    .selectFrom('calls')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('caller_id', '=', profileId), eb('partner_id', '=', profileId)]))
    .executeTakeFirst();

export const findCurrent = (db: Db, profileId: string): Promise<CallRow | undefined> =>
  db
    .selectFrom('call_lines')
    .innerJoin('calls', 'calls.id', 'call_lines.call_id')
    .selectAll('calls')
    .where('call_lines.profile_id', '=', profileId)
    .where('calls.ended_at', 'is', null)
    .executeTakeFirst();

/** Past calls of one member, newest first, with partners they may still see; excludes silent rings. */
export async function listEnded(
  db: Db,
  { profileId, before, limit }: { profileId: string; before: string | null; limit: number },
): Promise<CallRow[]> {
  const side = (own: 'caller_id' | 'partner_id', other: 'caller_id' | 'partner_id') => sql`(
    select * from calls where ${sql.ref(own)} = ${profileId}::uuid and ended_at is not null
        and ${own === 'caller_id' ? sql`true` : sql`not silent`}
        and ${before ? sql`id < ${before}::uuid` : sql`true`} and ${visibleTo(profileId, sql.ref(`calls.${other}`))}
      order by id desc limit ${limit})`;
  const { rows } = await sql<CallRow>`
    ${side('caller_id', 'partner_id')} union all ${side('partner_id', 'caller_id')}
      order by id desc limit ${limit}`.execute(db);
  return rows;
}

export const updateCall = (tx: Db, id: string, change: Partial<Insertable<Calls>>): Promise<CallRow> =>
  tx.updateTable('calls').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

const endedSince = (db: Db, callerId: string, since: Date) =>
  db
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('caller_id', '=', callerId)
    .where('created_at', '>', since)
    .where('ended_at', 'is not', null);

/** Number of a caller's accepted calls since then that cost nothing in the end. */
export async function countWithoutCost(db: Db, callerId: string, since: Date): Promise<number> {
  const { count } = await endedSince(db, callerId, since)
    .where('accepted_at', 'is not', null)
    .whereRef('minutes', '=', 'returned')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Number of ended calls of a caller to a creator since then that were not accepted. */
export async function countUnanswered(
  db: Db,
  { callerId, partnerId, since }: { callerId: string; partnerId: string; since: Date },
): Promise<number> {
  const { count } = await endedSince(db, callerId, since)
    .where('partner_id', '=', partnerId)
    .where('accepted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const hasLine = async (db: Db, profileId: string): Promise<boolean> =>
  (await db.selectFrom('call_lines').select('call_id').where('profile_id', '=', profileId).executeTakeFirst()) !==
  undefined;

const ownTabId = (profileId: string) =>
  sql<string | null>`case when caller_id = ${profileId}::uuid then caller_tab_id else partner_tab_id end`;

/** The other side of an accepted current call, and the viewer's tab in it, while they may see each other. */
export async function findPeer(
  db: Db,
  id: string,
  profileId: string,
): Promise<{ peer: string; tabId: string | null } | undefined> {
  const { rows } = await sql<{ peer: string; tabId: string | null }>`
    select case when caller_id = ${profileId}::uuid then partner_id else caller_id end as peer,
        ${ownTabId(profileId)} as "tabId"
      from calls
      where id = ${id}::uuid and ${profileId}::uuid in (caller_id, partner_id)
        and accepted_at is not null and ended_at is null
        and ${bothExist(sql`calls.caller_id`, sql`calls.partner_id`)}`.execute(db);
  return rows[0];
}

/**
 * Makes a tab the one of its side that takes part; a new one is not connected before it reports so. Undefined unless
 * the call is accepted and current.
 */
export async function setActiveTab(
  db: Db,
  { id, profileId, tabId }: { id: string; profileId: string; tabId: string },
): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    update calls set
        caller_tab_id = case when caller_id = ${profileId}::uuid then ${tabId}::uuid else caller_tab_id end,
        partner_tab_id = case when partner_id = ${profileId}::uuid then ${tabId}::uuid else partner_tab_id end,
        caller_connected = caller_connected and (caller_id <> ${profileId}::uuid or caller_tab_id is not distinct from ${tabId}::uuid),
        partner_connected = partner_connected and (partner_id <> ${profileId}::uuid or partner_tab_id is not distinct from ${tabId}::uuid)
      where id = ${id}::uuid and ${profileId}::uuid in (caller_id, partner_id)
        and accepted_at is not null and ended_at is null
      returning *`.execute(db);
  return rows[0];
}

export interface Alive extends CallRow {
  side: Side;
  /** False once a block, a suspension or hiding stands between them. */
  allowed: boolean;
}

/**
 * Records that a side of an accepted call is present, and its report; the first tab to report becomes its tab.
 * Undefined when there is no such current call, or when the side has another tab.
 */
export async function recordAlive(
  db: Db,
  {
    id,
    profileId,
    tabId,
    connected,
    at,
  }: { id: string; profileId: string; tabId: string; connected: boolean; at: Date },
): Promise<Alive | undefined> {
  const isCaller = sql`caller_id = ${profileId}::uuid`;
  const [callerConnected, partnerConnected] = [
    sql`case when ${isCaller} then ${connected} else caller_connected end`,
    sql`case when ${isCaller} then partner_connected else ${connected} end`,
  ];
  const { rows } = await sql<Alive>`
    update calls set
        caller_tab_id = case when ${isCaller} then ${tabId}::uuid else caller_tab_id end,
        partner_tab_id = case when ${isCaller} then partner_tab_id else ${tabId}::uuid end,
        caller_seen_at = case when ${isCaller} then ${at}::timestamptz else caller_seen_at end,
        partner_seen_at = case when ${isCaller} then partner_seen_at else ${at}::timestamptz end,
        caller_connected = ${callerConnected},
        partner_connected = ${partnerConnected},
        caller_connected_at = case when ${isCaller} and ${connected} then ${at}::timestamptz else caller_connected_at end,
        partner_connected_at =
          case when not ${isCaller} and ${connected} then ${at}::timestamptz else partner_connected_at end,
        connected_since =
          case when (${callerConnected}) or (${partnerConnected}) then coalesce(connected_since, ${at}::timestamptz) end
      where id = ${id}::uuid and ${profileId}::uuid in (caller_id, partner_id)
        and accepted_at is not null and ended_at is null
        and coalesce(${ownTabId(profileId)}, ${tabId}::uuid) = ${tabId}::uuid
      returning *, case when ${isCaller} then 'caller' else 'partner' end as side,
        ${bothExist(sql`calls.caller_id`, sql`calls.partner_id`)} as allowed`.execute(db);
  return rows[0];
}

/** A page of ids, in order. */
interface IdPage {
  after: string;
  limit: number;
}

/** Calls after `after` that may have a step due at `now`; which one is decided under the row's lock. */
export async function listDue(
  db: Db,
  before: { now: Date; rung: Date; connecting: Date; doubted: Date; silent: Date },
  { after, limit }: IdPage,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from calls where ended_at is null and id > ${after} and (
        (accepted_at is null and created_at <= ${before.rung})
        or (accepted_at is not null and started_at is null and (
          accepted_at <= ${before.connecting}
          or connected_since <= ${before.doubted}
          or least(caller_seen_at, partner_seen_at) <= ${before.silent}))
        or (started_at is not null and least(
          coalesce(caller_connected_at, started_at), coalesce(partner_connected_at, started_at)) <= ${before.silent})
        or started_at + minutes * minute_ms * interval '1 millisecond' <= ${before.now})
      order by id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

export async function insertMinute(tx: Db, row: Insertable<CallMinutes>): Promise<void> {
  await tx.insertInto('call_minutes').values(row).execute();
}

export const listMinutes = (db: Db, callId: string): Promise<MinuteRow[]> =>
  db.selectFrom('call_minutes').selectAll().where('call_id', '=', callId).orderBy('minute').execute();

export async function markReturned(tx: Db, callId: string, minutes: readonly number[]): Promise<void> {
  await tx
    .updateTable('call_minutes')
    .set({ returned: true })
    .where('call_id', '=', callId)
    .where('minute', 'in', minutes)
    .execute();
}

export async function endCall(
  tx: Db,
  id: string,
  end: { ending: CallEnding; at: Date; returned: number },
): Promise<CallRow> {
  await freeLines(tx, id);
  return updateCall(tx, id, { ended_at: end.at, ending: end.ending, returned: end.returned });
}
