import { type CallBand, type CallSort, callBandRates, callRates } from '@vlam/contract/rules/calls';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { CallSettings } from '../../platform/database-types.ts';
import { isCreatorActiveSince, visibleTo } from '../profiles/service.ts';

export type SettingsRow = Selectable<CallSettings>;
export interface PartnerRow extends SettingsRow {
  is_busy: boolean;
  is_here: boolean;
}

/** In a call, or rung; also by a silent ring of the viewer's own, which must look like any other. */
const busyTo = (viewerId: string | null) => sql<boolean>`(
  exists (select from call_lines where call_lines.profile_id = call_settings.profile_id)
  or exists (select from call_lines own join calls on calls.id = own.call_id
    where own.profile_id = ${viewerId}::uuid and calls.silent and calls.partner_id = call_settings.profile_id))`;

export const findSettings = (db: Db, profileId: string): Promise<SettingsRow | undefined> =>
  db.selectFrom('call_settings').selectAll().where('profile_id', '=', profileId).executeTakeFirst();

export async function saveSettings(
  db: Db,
  row: { profile_id: string; available: boolean; credits_per_minute: number; changed_at: Date },
): Promise<SettingsRow> {
  const { profile_id: _same, ...change } = row;
  return db
    .insertInto('call_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Accepted calls needed before a usual time to answer is shown; who has fewer sorts last by it. */
export const minAcceptedCalls = 3;
const answerMs = sql<number>`case when accepted_calls < ${minAcceptedCalls} then 2147483647
  else least(accept_wait_ms / accepted_calls, 2147483646)::int end`;

/** The value each order sorts by; `rating` is the only one that falls. */
const sortKeys = {
  rating: sql<number>`rating_score`,
  price: sql<number>`credits_per_minute`,
  answers: answerMs,
} satisfies Record<CallSort, unknown>;

export interface PartnerFilter {
  sort: CallSort;
  band: CallBand | undefined;
  /** Only those who are in no call. */
  isFree: boolean;
}

/** Online creators who take calls and are visible to the viewer. */
export async function listPartners(
  db: Db,
  wanted: PartnerFilter & {
    viewerId: string | null;
    since: Date;
    after: readonly [number, string] | null;
    limit: number;
  },
): Promise<(PartnerRow & { sort_key: number })[]> {
  const [last, id] = wanted.after ?? [null, null];
  const key = sortKeys[wanted.sort];
  const falls = wanted.sort === 'rating';
  const later = falls ? sql<boolean>`${key} < ${last}::int` : sql<boolean>`${key} > ${last}::int`;
  const [lowest, highest] = wanted.band ? callBandRates[wanted.band] : [callRates.lowest, callRates.highest];
  const busy = busyTo(wanted.viewerId);
  const { rows } = await sql<PartnerRow & { sort_key: number }>`
    select call_settings.*, ${key} as sort_key, ${busy} as is_busy, true as is_here from call_settings
      where available and profile_id is distinct from ${wanted.viewerId}::uuid
        and credits_per_minute between ${lowest} and ${highest}
        and (${last}::int is null or ${later} or (${key} = ${last}::int and profile_id > ${id}::uuid))
        and (${!wanted.isFree} or not ${busy})
        and ${isCreatorActiveSince(sql`call_settings.profile_id`, wanted.since)}
        and ${visibleTo(wanted.viewerId, sql`call_settings.profile_id`)}
      order by ${falls ? sql`rating_score desc` : key}, profile_id limit ${wanted.limit}`.execute(db);
  return rows;
}

/** A creator who takes calls, online or not; the caller checks visibility. */
export async function findPartner(
  db: Db,
  { profileId, viewerId, since }: { profileId: string; viewerId: string | null; since: Date },
): Promise<PartnerRow | undefined> {
  const { rows } = await sql<PartnerRow>`
    select call_settings.*, ${busyTo(viewerId)} as is_busy, ${isCreatorActiveSince(sql`call_settings.profile_id`, since)} as is_here
      from call_settings where available and profile_id = ${profileId}::uuid`.execute(db);
  return rows[0];
}

/** Sum and number of star ratings of a creator's calls. */
export async function sumStars(db: Db, profileId: string): Promise<{ stars: number; ratings: number }> {
  const row = await findSettings(db, profileId);
  return { stars: row?.stars ?? 0, ratings: row?.ratings ?? 0 };
}

/** The same over all creators. */
export async function sumAllStars(db: Db): Promise<{ stars: number; ratings: number }> {
  const { rows } = await sql<{ stars: number; ratings: number }>`
    select coalesce(sum(stars), 0)::int as stars, coalesce(sum(ratings), 0)::int as ratings from call_settings`.execute(
    db,
  );
  return rows[0] ?? { stars: 0, ratings: 0 };
}

/** Calls in which both sides are connected. */
export async function countLive(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from call_lines
      join calls on calls.id = call_lines.call_id and calls.partner_id = call_lines.profile_id
      where calls.started_at is not null and calls.ended_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Adds the waiting time of an accepted call, in ms. */
export async function recordAcceptedCall(db: Db, profileId: string, ms: number): Promise<void> {
  await sql`update call_settings set accepted_calls = accepted_calls + 1, accept_wait_ms = accept_wait_ms + ${Math.max(0, Math.round(ms))}
    where profile_id = ${profileId}::uuid`.execute(db);
}

/** Adds stars, or replaces the rating `before`. */
export async function addStars(db: Db, profileId: string, stars: number, before: number | null): Promise<void> {
  await sql`update call_settings set stars = stars + ${stars - (before ?? 0)}, ratings = ratings + ${before === null ? 1 : 0}
    where profile_id = ${profileId}::uuid`.execute(db);
}
