import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { SubscriptionPriceRequests } from '../../platform/database-types.ts';
import { uuidArray } from '../../platform/prepared.ts';
import { isMember, visibleTo } from '../profiles/service.ts';
import { currentCentsOf } from './terms-store.ts';

export type PriceRequestRow = Selectable<SubscriptionPriceRequests>;
export type PriceAnswer = 'agreed' | 'kept';

/** Renews at less than its term costs at `priceCents` a month, and the creator is visible to the subscriber. */
const isPayingLess = (creatorId: string, priceCents: number) => sql`
  creator_id = ${creatorId} and next_attempt_at is not null
    and coalesce(agreed_price_cents, price_cents) < ${currentCentsOf(priceCents)}
    and ${visibleTo(sql`subscriber_id`, sql`creator_id`)} and ${isMember(sql`subscriber_id`)}`;

export async function countPayingLess(db: Db, creatorId: string, priceCents: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from subscriptions where ${isPayingLess(creatorId, priceCents)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export const findLastRequest = (db: Db, creatorId: string): Promise<PriceRequestRow | undefined> =>
  db
    .selectFrom('subscription_price_requests')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function endRequest(db: Db, creatorId: string, at: Date): Promise<void> {
  await db
    .updateTable('subscription_price_requests')
    .set({ ended_at: at })
    .where('creator_id', '=', creatorId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Inserts a request for its subscribers and returns their number; 0 when no one pays less or a request is open.
 */
export async function insertRequest(
  db: Db,
  { id, creatorId, priceCents, at }: { id: string; creatorId: string; priceCents: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ asked: number }>`
    with paying as (
      select id, price_cents, case when term_months > 1 or subscriptions.tier > 1 then ${currentCentsOf(priceCents)} end as new_price
        from subscriptions where ${isPayingLess(creatorId, priceCents)}
    ), request as (
      insert into subscription_price_requests (id, creator_id, price_cents, asked_at)
        select ${id}::uuid, ${creatorId}::uuid, ${priceCents}::int, ${at}::timestamptz where exists (select from paying)
        on conflict (creator_id) where ended_at is null do nothing returning id
    ), asked as (
      insert into subscription_price_answers (request_id, subscription_id, old_price_cents, new_price_cents)
        select request.id, paying.id, paying.price_cents, paying.new_price from request, paying returning 1
    )
    select count(*)::int as asked from asked`.execute(db);
  return rows[0]?.asked ?? 0;
}

export interface AnswerCounts {
  asked: number;
  agreed: number;
  kept: number;
  waiting: number;
}

export async function countAnswers(db: Db, requestId: string): Promise<AnswerCounts> {
  const { rows } = await sql<AnswerCounts>`
    select count(*)::int as asked, count(*) filter (where answer = 'agreed')::int as agreed,
        count(*) filter (where answer = 'kept')::int as kept,
        count(*) filter (where answer is null and next_attempt_at is not null)::int as waiting
      from subscription_price_answers join subscriptions on subscriptions.id = subscription_id
      where request_id = ${requestId}`.execute(db);
  return rows[0] ?? { asked: 0, agreed: 0, kept: 0, waiting: 0 };
}

export interface OpenPriceRequest {
  subscription_id: string;
  request_id: string;
  price_cents: number;
  asked_at: Date;
  answer: PriceAnswer | null;
}

/** Open price requests of these subscriptions. */
export async function listOpenRequests(db: Db, subscriptionIds: readonly string[]): Promise<OpenPriceRequest[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await sql<OpenPriceRequest>`
    select subscription_id, request_id, coalesce(new_price_cents, price_cents) as price_cents, asked_at, answer
      from subscription_price_answers join subscription_price_requests on id = request_id
      where subscription_id = any(${uuidArray(subscriptionIds)}::uuid[]) and ended_at is null`.execute(db);
  return rows;
}

/** Locks the open price request of a subscription until the transaction ends. */
export async function lockOpenRequest(db: Db, subscriptionId: string): Promise<OpenPriceRequest | undefined> {
  const { rows } = await sql<OpenPriceRequest>`
    select subscription_id, request_id, coalesce(new_price_cents, price_cents) as price_cents, asked_at, answer
      from subscription_price_answers join subscription_price_requests on id = request_id
      where subscription_id = ${subscriptionId} and ended_at is null
      for update of subscription_price_requests, subscription_price_answers`.execute(db);
  return rows[0];
}

/** Stores the answer and the price of the next renewal. */
export async function setAnswer(
  db: Db,
  { subscription_id: id, request_id: requestId }: Pick<OpenPriceRequest, 'subscription_id' | 'request_id'>,
  { answer, agreedCents, at }: { answer: PriceAnswer; agreedCents: number | null; at: Date },
): Promise<void> {
  await sql`
    with answered as (
      update subscription_price_answers set answer = ${answer}, answered_at = ${at}
        where request_id = ${requestId} and subscription_id = ${id}
    )
    update subscriptions set agreed_price_cents = ${agreedCents} where id = ${id}`.execute(db);
}

export interface PendingNotice {
  subscription_id: string;
  subscriber_id: string;
  creator_id: string;
  old_price_cents: number;
  price_cents: number;
  term_months: number;
  /** Whether the request is open and the subscription renews. */
  isCurrent: boolean;
}

/** Claims up to `limit` notifications of a request and returns them. */
export async function claimPendingNotices(
  db: Db,
  requestId: string,
  at: Date,
  limit: number,
): Promise<PendingNotice[]> {
  const { rows } = await sql<PendingNotice>`
    with pending as (
      select subscription_id from subscription_price_answers
        where request_id = ${requestId} and notified_at is null
        order by subscription_id limit ${limit} for update skip locked
    ), claimed as (
      update subscription_price_answers set notified_at = ${at} from pending
        where request_id = ${requestId} and subscription_price_answers.subscription_id = pending.subscription_id
        returning subscription_price_answers.*
    )
    select claimed.subscription_id, subscriber_id, subscriptions.creator_id, claimed.old_price_cents, coalesce(claimed.new_price_cents, request.price_cents) as price_cents, term_months,
        request.ended_at is null and next_attempt_at is not null as "isCurrent"
      from claimed join subscriptions on subscriptions.id = claimed.subscription_id
        join subscription_price_requests as request on request.id = claimed.request_id`.execute(db);
  return rows;
}
