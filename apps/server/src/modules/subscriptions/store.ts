import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import type { SubscriptionPeriods, Subscriptions } from '../../platform/database-types.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { opensTier, openTier } from './tiers-store.ts';

export type SubscriptionRow = Selectable<Subscriptions>;
export type PeriodRow = Selectable<SubscriptionPeriods>;

export interface SubscriptionPair {
  subscriberId: string;
  creatorId: string;
}

export type PaidPair = SubscriptionPair & { tier: number };
export type ListPaid = (pairs: readonly SubscriptionPair[], now: Date) => Promise<PaidPair[]>;

/** Prepares the query for which pairs are paid at a moment, and which tier is open to each. */
export function createListPaid(database: Database): ListPaid {
  type Found = { subscriber_id: string; creator_id: string; tier: number };
  const statement = prepare<'subscribers' | 'creators' | 'now', Found>(
    database,
    'paid subscriptions',
    ['subscribers', 'creators', 'now'],
    ({ subscribers, creators, now }) => sql`
      select subscriptions.subscriber_id, subscriptions.creator_id, ${openTier(sql`${now}::timestamptz`)}::int as tier
        from unnest(${subscribers}::uuid[], ${creators}::uuid[]) as pair (subscriber_id, creator_id)
        join subscriptions on subscriptions.subscriber_id = pair.subscriber_id
          and subscriptions.creator_id = pair.creator_id and subscriptions.paid_until > ${now}::timestamptz`,
  );
  return async (pairs, now) => {
    const rows = await statement({
      subscribers: uuidArray(pairs.map((pair) => pair.subscriberId)),
      creators: uuidArray(pairs.map((pair) => pair.creatorId)),
      now,
    });
    return rows.map((row) => ({ subscriberId: row.subscriber_id, creatorId: row.creator_id, tier: row.tier }));
  };
}

/** The profiles among `others` with a current subscription to or from `one`. */
export async function listRunningWith(
  db: Db,
  { one, others, now }: { one: string; others: readonly string[]; now: Date },
): Promise<string[]> {
  const ids = uuidArray(others);
  const { rows } = await sql<{ id: string }>`
    select creator_id as id from subscriptions
      where paid_until > ${now} and subscriber_id = ${one} and creator_id = any(${ids}::uuid[])
    union
    select subscriber_id from subscriptions
      where paid_until > ${now} and creator_id = ${one} and subscriber_id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Part of another module's SQL statement: the number of creators a profile subscribes to at `now`. */
export const countRunningSubscriptions = (profile: RawBuilder<unknown>, now: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from subscriptions where subscriber_id = ${profile} and paid_until > ${now})`;

/** Number of a creator's subscribers at `now` whose subscription began at `since` or later. */
export async function countNew(
  db: Db,
  { creatorId, since, now }: { creatorId: string; since: Date; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from subscriptions
      where creator_id = ${creatorId} and started_at >= ${since} and paid_until > ${now}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Subscribers of a creator at `now` with a tier or a higher one, in order of id, after one of them. */
export async function listSubscribers(
  db: Db,
  wanted: { creatorId: string; fromTier: number; after: string | null; now: Date; limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('subscriptions')
    .select('subscriber_id')
    .where('creator_id', '=', wanted.creatorId)
    .where('paid_until', '>', wanted.now)
    .where(opensTier(sql`${wanted.fromTier}::int`, sql`${wanted.now}::timestamptz`))
    .orderBy('subscriber_id')
    .limit(wanted.limit);
  if (wanted.after) query = query.where('subscriber_id', '>', wanted.after);
  return (await query.execute()).map((row) => row.subscriber_id);
}

/**
 * Part of another module's SQL statement: `creator_id` of every creator `subscriber` pays at `now` with the tier
 * `fromTier` or a higher one. Whoever asks says which tier it takes; the first is every subscription.
 */
export const subscribedCreatorIds = (
  subscriber: RawBuilder<unknown>,
  now: RawBuilder<unknown>,
  fromTier: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`select creator_id from subscriptions where subscriber_id = ${subscriber} and ${opensTier(fromTier, now)}`;

/**
 * Part of another module's SQL statement: `profile_id` of a creator's current subscribers, or with `past` of former
 * ones; optionally only those who began (with `past`: ended) after `since`, or end before `endingBefore`.
 */
export const subscriberIds = (
  creatorId: string,
  { now, since, endingBefore, past }: { now: Date; since: Date | null; endingBefore: Date | null; past: boolean },
): RawBuilder<unknown> => sql`
  select subscriber_id as profile_id from subscriptions
    where creator_id = ${creatorId} and ${past ? sql`paid_until <= ${now}` : sql`paid_until > ${now}`}
      and ${since ? sql`${past ? sql`paid_until` : sql`started_at`} > ${since}` : sql`true`}
      and ${endingBefore ? sql`paid_until < ${endingBefore}` : sql`true`}`;

/** Current ones first, then the latest ended. */
export async function listOwn(db: Db, subscriberId: string, limit: number): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .orderBy('paid_until', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

const pairQuery = (db: Db, { subscriberId, creatorId }: SubscriptionPair) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .where('creator_id', '=', creatorId);

export const findByPair = (db: Db, pair: SubscriptionPair): Promise<SubscriptionRow | undefined> =>
  pairQuery(db, pair).executeTakeFirst();

export const lockByPair = (db: Db, pair: SubscriptionPair): Promise<SubscriptionRow | undefined> =>
  pairQuery(db, pair).forUpdate().executeTakeFirst();

/** Locks the rows of pairs in order of id until the transaction ends. */
export async function lockPairs(db: Db, pairs: readonly SubscriptionPair[]): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select subscriptions.* from subscriptions
      join unnest(${uuidArray(pairs.map((pair) => pair.subscriberId))}::uuid[],
        ${uuidArray(pairs.map((pair) => pair.creatorId))}::uuid[]) as pair (subscriber_id, creator_id)
        on subscriptions.subscriber_id = pair.subscriber_id and subscriptions.creator_id = pair.creator_id
      order by subscriptions.id for update of subscriptions`.execute(db);
  return rows;
}

const lockById = (db: Db, id: string) => db.selectFrom('subscriptions').selectAll().where('id', '=', id).forUpdate();

export const findOwn = (db: Db, subscriberId: string, id: string): Promise<SubscriptionRow | undefined> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst();

export const lockOwn = (db: Db, subscriberId: string, id: string): Promise<SubscriptionRow | undefined> =>
  lockById(db, id).where('subscriber_id', '=', subscriberId).executeTakeFirst();

/** Inserts a subscription with no paid time; returns false and does nothing if it exists. */
export async function insertUnpaid(
  db: Db,
  row: SubscriptionPair & { id: string; priceCents: number; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscriptions')
    .values({
      id: row.id,
      subscriber_id: row.subscriberId,
      creator_id: row.creatorId,
      price_cents: row.priceCents,
      started_at: row.at,
      paid_until: row.at,
      ended_at: row.at,
    })
    .onConflict((conflict) => conflict.columns(['subscriber_id', 'creator_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The next charge, and the start of the period it is for where that is not `paid_until`. */
export interface Renewal {
  nextAttemptAt: Date;
  from: Date | null;
}

/** What renews, where it changes. */
interface RenewalTerms {
  tier: number;
  term_months: number;
  price_cents: number;
  agreed_price_cents: null;
}

/** Sets or, with null, stops the renewal. */
export async function setRenewal(
  db: Db,
  id: string,
  renewal: Renewal | null,
  changed: RenewalTerms | Record<string, never> = {},
): Promise<SubscriptionRow> {
  return db
    .updateTable('subscriptions')
    .set({ next_attempt_at: renewal?.nextAttemptAt ?? null, renews_from: renewal?.from ?? null, ...changed })
    .set({ failed_attempts: 0, claimed_until: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Requests for a price that is not of the subscription's tier and term any more are not answered. */
export async function dropOpenAnswers(db: Db, subscriptionIds: readonly string[]): Promise<void> {
  await sql`
    delete from subscription_price_answers as answer using subscription_price_requests as request
      where request.id = answer.request_id and request.ended_at is null
        and answer.subscription_id = any(${uuidArray(subscriptionIds)}::uuid[])`.execute(db);
}

/** Opens a subscription for free until a moment; it does not renew. */
export async function setTrial(
  db: Db,
  { subscriberId, creatorId }: SubscriptionPair,
  { tier, priceCents, at, until }: { tier: number; priceCents: number; at: Date; until: Date },
): Promise<SubscriptionRow> {
  return db
    .updateTable('subscriptions')
    .set({
      ...{ tier, price_cents: priceCents, agreed_price_cents: null, term_months: 1, started_at: at },
      ...{ paid_until: until, trial_until: until, trial_tier: tier, ended_at: null },
      ...{ next_attempt_at: null, renews_from: null, failed_attempts: 0, claimed_until: null },
    })
    .where('subscriber_id', '=', subscriberId)
    .where('creator_id', '=', creatorId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface Extension {
  subscriptionId: string;
  orderId: string;
  amountCents: number;
  /** The tier of the paid time. */
  tier: number;
  /** The tier that renews; the following price, term and consent are of it. */
  nextTier: number;
  /** Price of the term when it renews: what was paid, or more where a code lowered the first payment. */
  priceCents: number;
  months: number;
  /** Price agreed to for the next renewal and not charged yet. */
  agreedCents: number | null;
  startedAt: Date;
  startsAt: Date;
  endsAt: Date;
  /** End of all paid time: later than `endsAt` where time of a lower tier waits. */
  paidUntil: Date;
  nextAttemptAt: Date | null;
  /** Null for `paidUntil`. */
  renewsFrom: Date | null;
}

/** Inserts paid periods and extends their subscriptions, in one statement. */
export async function extendAll(db: Db, extensions: readonly Extension[]): Promise<void> {
  const column = <Name extends keyof Extension>(name: Name) => extensions.map((extension) => extension[name]);
  await sql`
    with paid as (
      select * from unnest(${uuidArray(column('subscriptionId'))}::uuid[], ${uuidArray(column('orderId'))}::uuid[],
        ${column('amountCents')}::int[], ${column('priceCents')}::int[], ${column('months')}::int[], ${column('agreedCents')}::int[], ${column('startedAt')}::timestamptz[], ${column('startsAt')}::timestamptz[],
        ${column('endsAt')}::timestamptz[], ${column('nextAttemptAt')}::timestamptz[], ${column('tier')}::int[],
        ${column('nextTier')}::int[], ${column('paidUntil')}::timestamptz[], ${column('renewsFrom')}::timestamptz[])
        as paid (id, order_id, amount, price, months, agreed, started_at, starts_at, ends_at, next_at, tier, next_tier,
          paid_until, renews_from)
    ), periods as (
      insert into subscription_periods (order_id, subscription_id, amount_cents, starts_at, ends_at, tier)
        select order_id, id, amount, starts_at, ends_at, tier from paid
    )
    update subscriptions set price_cents = paid.price, term_months = paid.months, agreed_price_cents = paid.agreed, started_at = paid.started_at, paid_until = paid.paid_until,
        tier = paid.next_tier, renews_from = paid.renews_from,
        next_attempt_at = paid.next_at, failed_attempts = 0, claimed_until = null, ended_at = null
      from paid where subscriptions.id = paid.id`.execute(db);
}

/** The period an order paid for and its subscription, which is locked. */
export async function lockByOrder(
  db: Db,
  orderId: string,
): Promise<{ period: PeriodRow; subscription: SubscriptionRow } | null> {
  const findPeriod = () =>
    db.selectFrom('subscription_periods').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  const found = await findPeriod();
  if (!found) return null;
  const subscription = await lockById(db, found.subscription_id).executeTakeFirst();
  const period = await findPeriod();
  return subscription && period ? { period, subscription } : null;
}

export async function reversePeriod(
  db: Db,
  reversed: { orderId: string; subscriptionId: string; paidUntil: Date; endedAt: Date | null; at: Date },
): Promise<void> {
  await sql`
    with period as (
      update subscription_periods set reversed_at = ${reversed.at} where order_id = ${reversed.orderId}
    )
    update subscriptions set paid_until = ${reversed.paidUntil}, ended_at = ${reversed.endedAt},
        next_attempt_at = null, renews_from = null, failed_attempts = 0, claimed_until = null
      where id = ${reversed.subscriptionId}`.execute(db);
}

/** Marks up to `limit` past subscriptions as ended and lowers the creators' counts; returns how many. */
export async function processEnded(
  db: Db,
  now: Date,
  limit: number,
  countSubscribers: (changes: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ ended: bigint }>`
    with over as (
      select id from subscriptions where ended_at is null and paid_until <= ${now}
        order by paid_until limit ${limit} for update skip locked
    ), ended as (
      update subscriptions set ended_at = ${now} from over where subscriptions.id = over.id
        returning subscriptions.creator_id as profile_id, -1 as subscribers
    ), counted as (${countSubscribers(sql`ended`)})
    select count(*) as ended from ended`.execute(db);
  return Number(rows[0]?.ended ?? 0n);
}
