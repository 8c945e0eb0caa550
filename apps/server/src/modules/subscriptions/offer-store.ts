import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { SubscriptionOffers, SubscriptionOfferUses } from '../../platform/database-types.ts';
import { uuidArray } from '../../platform/prepared.ts';
import type { SubscriptionPair } from './store.ts';

type Columns = Selectable<SubscriptionOffers>;
/** `last_day` is YYYY-MM-DD. */
export type OfferRow = Omit<Columns, 'kind' | 'audience' | 'last_day'> & {
  kind: 'trial' | 'percent';
  audience: 'new' | 'anyone';
  last_day: string | null;
};
export type UseRow = Selectable<SubscriptionOfferUses>;

const columns = sql`id, creator_id, kind, code, tier, value, uses_limit, used, last_day::text as last_day, audience, created_at, ended_at`;

/** False when the creator has used this code before. */
export async function insertOffer(
  db: Db,
  offer: Pick<
    OfferRow,
    'id' | 'creator_id' | 'kind' | 'code' | 'tier' | 'value' | 'uses_limit' | 'last_day' | 'audience' | 'created_at'
  >,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscription_offers')
    .values({ ...offer, last_day: sql`${offer.last_day}::date` })
    .onConflict((conflict) => conflict.columns(['creator_id', 'code']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findByCode(db: Db, creatorId: string, code: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select ${columns} from subscription_offers where creator_id = ${creatorId} and code = ${code}`.execute(db);
  return rows[0];
}

/** Locks the offer: uses of one code wait for each other. */
export async function lockOffer(db: Db, id: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select ${columns} from subscription_offers where id = ${id} for update`.execute(db);
  return rows[0];
}

/** Ends a creator's own offer; the first end counts. Undefined for another's. */
export async function endOffer(db: Db, creatorId: string, id: string, at: Date): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    update subscription_offers set ended_at = coalesce(ended_at, ${at}::timestamptz)
      where id = ${id} and creator_id = ${creatorId} returning ${columns}`.execute(db);
  return rows[0];
}

export async function countRunning(db: Db, creatorId: string, today: string): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    select count(*)::int as running from subscription_offers
      where creator_id = ${creatorId} and ended_at is null and (last_day is null or last_day >= ${today}::date)`.execute(
    db,
  );
  return rows[0]?.running ?? 0;
}

export interface ListedOffer extends OfferRow {
  reserved: number;
  stayed: number;
}

/** A creator's offers, newest first. Who stayed is who paid after a trial, or paid again after a code. */
export async function listOffers(db: Db, creatorId: string, limit: number): Promise<ListedOffer[]> {
  const { rows } = await sql<ListedOffer>`
    select offer.*, used_by.reserved, used_by.stayed
      from (select ${columns} from subscription_offers where creator_id = ${creatorId}
        order by created_at desc, id desc limit ${limit}) as offer
      cross join lateral (
        select count(*) filter (where one.used_at is null)::int as reserved,
            count(*) filter (where one.used_at is not null and exists (
              select from subscriptions as paid join subscription_periods as period on period.subscription_id = paid.id
                where paid.subscriber_id = one.subscriber_id and paid.creator_id = one.creator_id
                  and period.reversed_at is null and period.order_id is distinct from one.order_id
                  and period.ends_at > one.used_at and (one.order_id is null or period.starts_at > (
                    select first.starts_at from subscription_periods as first where first.order_id = one.order_id))
            ))::int as stayed
          from subscription_offer_uses as one where one.offer_id = offer.id
      ) as used_by
      order by offer.created_at desc, offer.id desc`.execute(db);
  return rows;
}

export async function findUse(db: Db, offerId: string, subscriberId: string): Promise<UseRow | undefined> {
  return db
    .selectFrom('subscription_offer_uses')
    .selectAll()
    .where('offer_id', '=', offerId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst();
}

/** Orders that reserved a use of this offer for other people. */
export async function listReserved(db: Db, offerId: string, exceptSubscriber: string): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from subscription_offer_uses
      where offer_id = ${offerId} and used_at is null and subscriber_id <> ${exceptSubscriber}`.execute(db);
  return rows.map((row) => row.order_id);
}

/** Reserves a use for an order, or moves this person's reservation to it. */
export async function reserveUse(
  db: Db,
  { offer, subscriberId, orderId, at }: { offer: OfferRow; subscriberId: string; orderId: string; at: Date },
): Promise<void> {
  await sql`
    insert into subscription_offer_uses as known (offer_id, subscriber_id, creator_id, kind, order_id, reserved_at)
      values (${offer.id}, ${subscriberId}, ${offer.creator_id}, ${offer.kind}, ${orderId}, ${at})
      on conflict (offer_id, subscriber_id) do update set order_id = excluded.order_id, reserved_at = excluded.reserved_at
        where known.used_at is null`.execute(db);
}

/** Uses that payments gave up are free again. */
export async function releaseUses(db: Db, offerId: string, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await sql`
    delete from subscription_offer_uses
      where offer_id = ${offerId} and used_at is null and order_id = any(${uuidArray(orderIds)}::uuid[])`.execute(db);
}

/** Reserved uses that are older than `before`, by offer. */
export async function listOldReserved(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ offer_id: string; order_id: string }[]> {
  const { rows } = await sql<{ offer_id: string; order_id: string }>`
    select offer_id, order_id from subscription_offer_uses
      where used_at is null and reserved_at < ${before} order by reserved_at limit ${limit}`.execute(db);
  return rows;
}

/** Counts a use for good. */
export async function takeUse(
  db: Db,
  use: {
    offer: OfferRow;
    subscriberId: string;
    orderId: string | null;
    at: Date;
    address?: Buffer | null;
    device?: Buffer | null;
  },
): Promise<void> {
  const { offer, subscriberId, orderId, at, address = null, device = null } = use;
  await sql`
    with counted as (update subscription_offers set used = used + 1 where id = ${offer.id})
    insert into subscription_offer_uses (offer_id, subscriber_id, creator_id, kind, order_id, reserved_at, used_at, address, device)
      values (${offer.id}, ${subscriberId}, ${offer.creator_id}, ${offer.kind}, ${orderId}, ${at}, ${at}, ${address}, ${device})
      on conflict (offer_id, subscriber_id) do update set order_id = excluded.order_id, used_at = excluded.used_at`.execute(
    db,
  );
}

export async function hadTrial(db: Db, { subscriberId, creatorId }: SubscriptionPair): Promise<boolean> {
  const { rows } = await sql`
    select from subscription_offer_uses
      where creator_id = ${creatorId} and subscriber_id = ${subscriberId} and kind = 'trial' limit 1`.execute(db);
  return rows.length > 0;
}

/** Trials begun on one device or from one network address. */
export async function countTrials(
  db: Db,
  origin: { address: Buffer | null; device: Buffer | null },
  { creatorId, since }: { creatorId: string; since: Date },
): Promise<{ ofCreator: number; ofDevice: number; ofAddress: number }> {
  const { rows } = await sql<{ ofCreator: number; ofDevice: number; ofAddress: number }>`
    select
      (select count(*)::int from subscription_offer_uses where device = ${origin.device} and creator_id = ${creatorId}) as "ofCreator",
      (select count(*)::int from subscription_offer_uses where device = ${origin.device} and used_at > ${since}) as "ofDevice",
      (select count(*)::int from subscription_offer_uses where address = ${origin.address} and used_at > ${since}) as "ofAddress"`.execute(
    db,
  );
  return rows[0] ?? { ofCreator: 0, ofDevice: 0, ofAddress: 0 };
}

/** Trials from one origin wait for each other until the transaction ends. */
export async function lockOrigin(db: Db, origin: { address: Buffer | null; device: Buffer | null }): Promise<void> {
  for (const [name, subject] of [
    ['device', origin.device],
    ['address', origin.address],
  ] as const)
    if (subject)
      await sql`select pg_advisory_xact_lock(hashtextextended(${`trial ${name} ${subject.toString('hex')}`}, 0))`.execute(
        db,
      );
}
