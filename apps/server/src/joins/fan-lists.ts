import type { FanList, FanSort } from '@vlam/contract/rules/fans';
import { type RawBuilder, sql } from 'kysely';
import { type FanCounts, type FanFacts, type FanPlace, type FanQuery, paidNothing } from '../modules/fans/service.ts';
import { visibleRow } from '../modules/profiles/visibility-store.ts';
import { openTier } from '../modules/subscriptions/tiers-store.ts';
import type { Db } from '../platform/database.ts';
import { contains, startsWith } from '../platform/like-pattern.ts';

/** Statement: `fan_id` and `since` of everyone in a list of a creator. */
function membersOf({ creatorId, list, listId, endingBefore, tier, now }: FanQuery): RawBuilder<unknown> {
  const subscriptions = (since: RawBuilder<unknown>, only: RawBuilder<unknown>) =>
    sql`select subscriber_id as fan_id, ${since} as since from subscriptions where creator_id = ${creatorId} and ${only}`;
  const statements: Record<FanList, () => RawBuilder<unknown>> = {
    subscribers: () =>
      subscriptions(
        sql`started_at`,
        sql`paid_until > ${now}
          and ${endingBefore ? sql`paid_until < ${endingBefore} and next_attempt_at is null` : sql`true`}
          and ${tier === null ? sql`true` : sql`${openTier(sql`${now}::timestamptz`)} = ${tier}`}`,
      ),
    former: () => subscriptions(sql`paid_until`, sql`paid_until <= ${now}`),
    followers: () =>
      sql`select follower_id as fan_id, created_at as since from follows where creator_id = ${creatorId}`,
    spenders:
      () => sql`select payer.id as fan_id, sums.last_paid_at as since, sums.earned_cents from earnings_payers as sums
      join profiles as payer on payer.account_id = sums.payer_id
      where sums.profile_id = ${creatorId} and sums.last_paid_at is not null`,
    restricted: () =>
      sql`select fan_id, restricted_at as since from profile_restrictions where creator_id = ${creatorId}`,
    own: () => sql`select member.fan_id, member.added_at as since from fan_list_members as member
      join fan_lists as own on own.id = member.list_id where own.id = ${listId} and own.creator_id = ${creatorId}`,
  };
  return statements[list]();
}

/** Statement: `profile_id` of the members of one of a creator's own lists. */
export const membersOfOwnList = (creatorId: string, listId: string): RawBuilder<unknown> => sql`
  select member.fan_id as profile_id from fan_list_members as member
    join fan_lists as own on own.id = member.list_id where own.id = ${listId} and own.creator_id = ${creatorId}`;

/** As the index profiles_by_shown_name has it. */
const name = sql`lower(fan.display_name) collate "C"`;

// Bare columns, so that indexes give their order.
const orders: Record<FanSort, { value: RawBuilder<unknown>; text: RawBuilder<string>; isDescending: boolean }> = {
  newest: {
    value: sql`one.since`,
    text: sql<string>`to_char(one.since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    isDescending: true,
  },
  spent: { value: sql`earned_cents`, text: sql<string>`earned_cents::text`, isDescending: true },
  name: { value: name, text: sql<string>`${name}::text`, isDescending: false },
};
/** People who paid nothing come last in the order by what was spent, the newest members first. */
const unpaid = { value: sql`one.fan_id`, text: sql<string>`${paidNothing}::text`, isDescending: true };

function placeOf(sort: FanSort, [value]: FanPlace): RawBuilder<unknown> {
  if (sort === 'newest') return sql`${value}::timestamptz`;
  return sort === 'spent' ? sql`${value}::bigint` : sql`${value}::text collate "C"`;
}

type Found = { id: string; at: Date; value: string };

/** People of a list whom its creator may see, in order, after a place: their ids and the sorted value as text. */
export async function listFans(db: Db, wanted: FanQuery): Promise<Found[]> {
  if (wanted.sort !== 'spent') return readFans(db, wanted, wanted.earnedOverCents === null ? 'anyone' : 'payers');
  const { after, limit, list } = wanted;
  const payers = after?.[0] === paidNothing ? [] : await readFans(db, wanted, 'payers');
  // Of a million followers only those who spent have an order by it.
  const isWhole = wanted.earnedOverCents !== null || list === 'followers' || list === 'spenders';
  if (isWhole || payers.length >= limit) return payers;
  const rest = { ...wanted, limit: limit - payers.length, after: after?.[0] === paidNothing ? after : null };
  return [...payers, ...(await readFans(db, rest, 'others'))];
}

/** `others`: only those without a payment. */
async function readFans(db: Db, wanted: FanQuery, who: 'anyone' | 'payers' | 'others'): Promise<Found[]> {
  const { creatorId, sort, q, activeSince, earnedOverCents, after } = wanted;
  const { value, text, isDescending } = who === 'others' ? unpaid : orders[sort];
  const payment = sql`earnings_payers as paid where paid.profile_id = ${creatorId} and paid.payer_id = fan.account_id`;
  const { rows } = await sql<Found>`
    select fan.id, one.since as at, ${text} as value
      from (${membersOf(wanted)}) as one
      join profiles as fan on fan.id = one.fan_id
      ${who === 'payers' && wanted.list !== 'spenders' ? sql`join earnings_payers as paid on paid.profile_id = ${creatorId} and paid.payer_id = fan.account_id` : sql``}
      where fan.id <> ${creatorId} and ${visibleRow(creatorId, 'fan')}
        and ${who === 'others' ? sql`not exists (select from ${payment})` : sql`true`}
        and ${q === null ? sql`true` : nameMatches(q)}
        and ${activeSince ? sql`fan.last_seen_at > ${activeSince} and not fan.incognito` : sql`true`}
        and ${earnedOverCents === null ? sql`true` : sql`earned_cents >= ${earnedOverCents}::bigint`}
        and ${after ? isAfter(who === 'others' ? null : sort, after) : sql`true`}
      order by ${value} ${isDescending ? sql`desc, one.fan_id desc` : sql`asc, fan.id asc`}
      limit ${wanted.limit}`.execute(db);
  return rows;
}

/** The bare comparison says the same as the pair does, and can use an index. */
function isAfter(sort: FanSort | null, place: FanPlace): RawBuilder<unknown> {
  if (sort === null) return sql`one.fan_id < ${place[1]}::uuid`;
  const [value, at] = [orders[sort].value, placeOf(sort, place)];
  return orders[sort].isDescending
    ? sql`${value} <= ${at} and (${value}, one.fan_id) < (${at}, ${place[1]}::uuid)`
    : sql`(${value}, fan.id) > (${at}, ${place[1]}::uuid)`;
}

/** One or two letters match the start of a name only: they have no trigram to use an index with. */
const nameMatches = (q: string): RawBuilder<boolean> =>
  [...q].length < 3
    ? sql<boolean>`lower(fan.display_name) like lower(${startsWith(q)})`
    : sql<boolean>`fan.display_name ilike ${contains(q)}`;

/** What a creator's lists say of these people; visibility was checked before. */
export async function listFanFacts(
  db: Db,
  { creatorId, ids, now }: { creatorId: string; ids: readonly string[]; now: Date },
): Promise<FanFacts[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FanFacts>`
    select fan.id, fan.account_id as "accountId", fan.display_name as "displayName",
        subscriptions.started_at as "startedAt", subscriptions.paid_until as "paidUntil",
        subscriptions.price_cents as "priceCents",
        case when subscriptions.paid_until > ${now} then ${openTier(sql`${now}::timestamptz`)} else subscriptions.tier end::int as tier,
        coalesce(subscriptions.next_attempt_at is not null and creator.subscriptions_stopped_at is null, false) as renews,
        coalesce(sums.earned_cents, 0)::bigint as "earnedCents", coalesce(notes.note, '') as note,
        array(select own.name from fan_list_members as member join fan_lists as own on own.id = member.list_id
          where member.fan_id = fan.id and own.creator_id = creator.id order by lower(own.name)) as lists
      from profiles as fan
      join profiles as creator on creator.id = ${creatorId}
      left join subscriptions on subscriptions.subscriber_id = fan.id and subscriptions.creator_id = creator.id
      left join earnings_payers as sums on sums.profile_id = creator.id and sums.payer_id = fan.account_id
      left join fan_notes as notes on notes.creator_id = creator.id and notes.fan_id = fan.id
      where fan.id = any (${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** How many people each list has, those whom the creator may not see among them. */
export async function countFans(db: Db, creatorId: string, now: Date): Promise<FanCounts> {
  const { rows } = await sql<FanCounts>`
    select
      (select count(*) from subscriptions where creator_id = ${creatorId} and paid_until > ${now})::int as subscribers,
      (select count(*) from subscriptions where creator_id = ${creatorId} and paid_until <= ${now})::int as former,
      (select follower_count from profiles where id = ${creatorId}) as followers,
      (select count(*) from earnings_payers where profile_id = ${creatorId} and last_paid_at is not null)::int as spenders,
      (select count(*) from profile_restrictions where creator_id = ${creatorId})::int as restricted,
      (select count(*) from fan_lists where creator_id = ${creatorId})::int as own`.execute(db);
  return rows[0] ?? { subscribers: 0, former: 0, followers: 0, spenders: 0, restricted: 0, own: 0 };
}

/** Since when a profile follows a creator; null unless it does. */
export async function findFollowedSince(db: Db, creatorId: string, fanId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('follows')
    .select('created_at')
    .where('creator_id', '=', creatorId)
    .where('follower_id', '=', fanId)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
