import { type FanSource, fewestPeople, type VisitSource, visitSources } from '@vlam/contract/rules/fans-figures';
import { type RawBuilder, sql } from 'kysely';
import { daysUntilEnded } from '../modules/fans/service.ts';
import { isIncognito, visibleTo } from '../modules/profiles/visibility-store.ts';
import { addDays, startOfDay } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';

/** Sales a fan makes by hand, unlike renewals. */
const boughtByHand = sql`'unlock', 'tip', 'rand_tip', 'request_payment', 'bundle', 'gift', 'call', 'message', 'ticket'`;

const boundsOf = (day: string) => ({ from: startOfDay(day), to: startOfDay(addDays(day, 1)) });

export interface Visit {
  profileId: string;
  visitorId: string;
  accountId: string;
  source: VisitSource;
  day: string;
  hour: number;
}

/** Adds a visit, once a day with its first source; nothing for a page the visitor may not see, or from incognito. */
export async function addVisit(db: Db, { profileId, visitorId, accountId, source, day, hour }: Visit): Promise<void> {
  await sql`
    insert into page_visits (profile_id, day, account_id, source, hours)
      select creator.id, ${day}::date, ${accountId}::uuid, ${source}, 1 << ${hour}::int from profiles as creator
        where creator.id = ${profileId} and creator.category is not null and creator.id <> ${visitorId}::uuid
          and ${visibleTo(visitorId, sql`creator.id`)} and not ${isIncognito(sql`${visitorId}::uuid`)}
    on conflict (profile_id, day, account_id) do update set hours = page_visits.hours | excluded.hours
      where page_visits.hours & excluded.hours = 0`.execute(db);
}

/** Counts the visits and purchases of a day that is over, keeps where new fans came from, and deletes who visited. */
async function countVisits(tx: Db, day: string): Promise<void> {
  const { from, to } = boundsOf(day);
  await sql`
    with present as materialized (
      select profile_id, account_id, hour from page_visits
        cross join generate_series(0, 23) as hour where day = ${day} and hours & (1 << hour) <> 0
      union
      select payee_id, owner_id, extract(hour from created_at at time zone 'Africa/Johannesburg')::int from ledger_transfers
        where created_at >= ${from} and created_at < ${to} and leg = 1 and kind in (${boughtByHand})
          and exists (select from profiles as payee where payee.id = payee_id)
    ), grids as (
      select profile_id, array_agg(people order by hour) as hours from (
        select each.profile_id, hour, count(present.account_id)::int as people
          from (select distinct profile_id from present) as each cross join generate_series(0, 23) as hour
          left join present using (profile_id, hour) group by 1, 2) as cells
        group by profile_id
    ), sources as (
      select profile_id, ${sql.join(visitSources.map((source) => sql`count(*) filter (where source = ${source}) as ${sql.ref(source)}`))}
        from page_visits where day = ${day} group by profile_id
    )
    insert into creator_days (profile_id, day, ${sql.join(visitSources.map((source) => sql.ref(source)))}, hours)
      select profile_id, ${day}, ${sql.join(visitSources.map((source) => sql`coalesce(${sql.ref(source)}, 0)`))}, hours
        from grids left join sources using (profile_id)
    on conflict (profile_id, day) do update set hours = excluded.hours,
      ${sql.join(visitSources.map((source) => sql`${sql.ref(source)} = ${sql.ref(`excluded.${source}`)}`))}`.execute(
    tx,
  );
  await addOrigins(tx, day, from);
  await sql`delete from page_visits where day <= ${day}`.execute(tx);
}

/** Whose first follow, subscription or payment was on this day, with the source of their visit. */
async function addOrigins(tx: Db, day: string, from: Date): Promise<void> {
  const follow = sql`follows where follower_id = fan.id and creator_id = visit.profile_id`;
  const subscription = sql`subscriptions
    where subscriber_id = fan.id and creator_id = visit.profile_id and paid_until > started_at`;
  const payment = sql`ledger_transfers where owner_id = visit.account_id and payee_id = visit.profile_id`;
  const some = (condition: RawBuilder<unknown>) => sql`exists (select from ${condition})`;
  await sql`
    insert into fan_origins (profile_id, account_id, source, day)
      select visit.profile_id, visit.account_id, case when exists (select from subscription_offer_uses as used
          where used.subscriber_id = fan.id and used.creator_id = visit.profile_id and used.used_at >= ${from})
        then 'code' else visit.source end, ${day}::date
        from page_visits as visit join profiles as fan on fan.account_id = visit.account_id
        where visit.day = ${day}
          and (${some(sql`${follow} and created_at >= ${from}`)} or ${some(sql`${subscription} and started_at >= ${from}`)}
            or ${some(sql`${payment} and created_at >= ${from}`)})
          and not ${some(sql`${follow} and created_at < ${from}`)} and not ${some(sql`${subscription} and started_at < ${from}`)}
          and not ${some(sql`${payment} and created_at < ${from}`)}
    on conflict do nothing`.execute(tx);
}

/** Counts paid time that ended on a day: renewed, also late, or not. */
async function countEnds(tx: Db, day: string): Promise<void> {
  const { from, to } = boundsOf(day);
  await sql`
    with over as (
      select subscriptions.creator_id, exists (
          select from subscription_periods as next where next.subscription_id = period.subscription_id
            and next.reversed_at is null and next.ends_at > period.ends_at
            and next.starts_at < period.ends_at + make_interval(days => ${daysUntilEnded}::int)) as renewed
        from subscription_periods as period join subscriptions on subscriptions.id = period.subscription_id
        where period.ends_at >= ${from} and period.ends_at < ${to} and period.reversed_at is null
    )
    insert into creator_days (profile_id, day, renewed, ended)
      select creator_id, ${day}, count(*) filter (where renewed), count(*) filter (where not renewed) from over group by creator_id
    on conflict (profile_id, day) do update set renewed = excluded.renewed, ended = excluded.ended`.execute(tx);
}

const parts = { visits_until: countVisits, ends_until: countEnds } as const;

/**
 * Counts the next day of a part, in one transaction with the mark of it, so that each day counts once. Returns false
 * when days from `end` on are left. The first day of all is `start`, or that of the oldest account.
 */
async function countNextDay(
  tx: Db,
  part: keyof typeof parts,
  { start, end }: { start: string; end: string },
): Promise<boolean> {
  await sql`
    insert into creator_days_state (visits_until, ends_until)
      select first, first from (select greatest(${start}::date,
        coalesce((select min(created_at) at time zone 'Africa/Johannesburg' from accounts)::date, ${end}::date)) as first) as days
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ day: string }>`
    select ${sql.ref(part)}::text as day from creator_days_state for update`.execute(tx);
  const day = rows[0]?.day;
  if (day === undefined || day >= end) return false;
  await parts[part](tx, day);
  await sql`update creator_days_state set ${sql.ref(part)} = ${day}::date + 1`.execute(tx);
  return true;
}

export interface DayVisits {
  day: string;
  source: VisitSource;
  visits: number;
}

/** Visits by day and source since a day, counted or not. */
async function listVisits(db: Db, profileId: string, from: string): Promise<DayVisits[]> {
  const { rows } = await sql<DayVisits>`
    select day::text, source, visits from creator_days
      cross join lateral (values ${sql.join(visitSources.map((source) => sql`(${source}::text, ${sql.ref(source)})`))}) as by_source (source, visits)
      where profile_id = ${profileId} and day >= ${from} and visits > 0
    union all
    select day::text, source, count(*)::int from page_visits where profile_id = ${profileId} group by 1, 2`.execute(db);
  return rows;
}

/** Who began to follow or subscribe since a moment and still does, or did for a paid time. */
async function countNew(db: Db, profileId: string, from: Date): Promise<{ followers: number; subscribers: number }> {
  const { rows } = await sql<{ followers: number; subscribers: number }>`
    select (select count(*)::int from follows where creator_id = ${profileId} and created_at >= ${from}) as followers,
      (select count(*)::int from subscriptions where creator_id = ${profileId} and started_at >= ${from}
        and paid_until > started_at) as subscribers`.execute(db);
  return rows[0] ?? { followers: 0, subscribers: 0 };
}

interface MonthEnds {
  month: string;
  renewed: number;
  ended: number;
}

async function listMonths(db: Db, profileId: string, from: string): Promise<MonthEnds[]> {
  const { rows } = await sql<MonthEnds>`
    select to_char(day, 'YYYY-MM') as month, sum(renewed)::int as renewed, sum(ended)::int as ended from creator_days
      where profile_id = ${profileId} and day >= ${from} group by 1 having sum(renewed + ended) > 0 order by 1 desc`.execute(
    db,
  );
  return rows;
}

/** Creators whose page was visited, or who sold, on a counted day since `from`, in order of id. */
async function listVisited(db: Db, from: string, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct profile_id as id from creator_days
      where day >= ${from} and hours is not null and ${after ? sql`profile_id > ${after}` : sql`true`}
      order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sums what fans of each source have paid a creator, as of the latest refresh of the sums by payer. */
async function setValues(tx: Db, profileId: string): Promise<void> {
  await sql`delete from creator_values where profile_id = ${profileId}`.execute(tx);
  await sql`
    insert into creator_values (profile_id, source, people, earned_cents)
      select origin.profile_id, origin.source, count(*)::int, sum(paid.earned_cents)::bigint
        from fan_origins as origin
        join earnings_payers as paid on paid.profile_id = origin.profile_id and paid.payer_id = origin.account_id
        where origin.profile_id = ${profileId} and paid.last_paid_at is not null
        group by 1, 2 having count(*) >= ${fewestPeople}::int`.execute(tx);
}

async function listValues(
  db: Db,
  profileId: string,
): Promise<{ source: FanSource; people: number; earnedCents: bigint }[]> {
  const { rows } = await sql<{ source: FanSource; people: number; earnedCents: bigint }>`
    select source, people, earned_cents as "earnedCents" from creator_values where profile_id = ${profileId}`.execute(
    db,
  );
  return rows;
}

/**
 * People by weekday (1 is Monday) and hour since a day. Hours where no single day had enough people are left out: the
 * same person counts once each day, so only a day proves how many they were.
 */
async function listHours(
  db: Db,
  profileId: string,
  from: string,
): Promise<{ weekday: number; hour: number; people: number }[]> {
  const { rows } = await sql<{ weekday: number; hour: number; people: number }>`
    select extract(isodow from day)::int as weekday, hour::int - 1 as hour, sum(people)::int as people
      from creator_days cross join unnest(hours) with ordinality as each (people, hour)
      where profile_id = ${profileId} and day >= ${from} group by 1, 2 having max(people) >= ${fewestPeople}::int`.execute(
    db,
  );
  return rows;
}

async function findEndsUntil(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`select ends_until::text as day from creator_days_state`.execute(db);
  return rows[0]?.day ?? null;
}

/** Deletes up to `limit` counted days before a day; returns how many. */
async function deleteDays(db: Db, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from creator_days where ctid = any (array(
      select ctid from creator_days where day < ${before} limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Reads and counts across modules, for a creator's figures. */
export const fanFigureReads = {
  ...{
    addVisit,
    countNextDay,
    listVisits,
    countNew,
    listMonths,
    listVisited,
    setValues,
    listValues,
    listHours,
    findEndsUntil,
    deleteDays,
  },
};
export type FanFigureReads = typeof fanFigureReads;
