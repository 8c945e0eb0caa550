import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { periodMs } from '../../platform/renewals.ts';
import { blockedAt, isMember } from '../profiles/service.ts';

/** A month of a paid term after its first; of a gift the first as well. */
export interface MonthRow {
  order_id: string;
  number: number;
  account_id: string;
  creator_id: string;
  amount_cents: number;
  is_gift: boolean;
}

export async function insertMonths(db: Db, months: readonly (MonthRow & { begins_at: Date })[]): Promise<void> {
  if (months.length > 0)
    await db
      .insertInto('subscription_months')
      .values([...months])
      .execute();
}

/** The fan cannot reach the creator who is to be paid, by the creator's choice. */
const isFanBlocked = sql`exists (
  select from subscription_periods as period join subscriptions as own on own.id = period.subscription_id
    where period.order_id = subscription_months.order_id
      and ${blockedAt(sql`subscription_months.creator_id`, sql`own.subscriber_id`)} is not null)`;

/** A creator who blocked the fan for the rest of a month is not paid for it, even after unblocking. */
export async function withholdBlocked(db: Db, now: Date): Promise<void> {
  await sql`
    update subscription_months set withheld_at = ${now}
      where settled_at is null and withheld_at is null and begins_at <= ${new Date(now.getTime() - periodMs)}
        and ${isFanBlocked}`.execute(db);
}

/**
 * Settles up to `limit` months that have begun; those of a creator who was suspended or removed, or who blocks the fan,
 * wait.
 */
export async function settleBegun(db: Db, now: Date, limit: number): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    with begun as (
      select order_id, number from subscription_months
        where settled_at is null and withheld_at is null and begins_at <= ${now}
          and ${isMember(sql`subscription_months.creator_id`)} and not ${isFanBlocked}
        order by begins_at, order_id, number limit ${limit} for update skip locked
    )
    update subscription_months as month set settled_at = ${now}, outcome = 'passed_on' from begun
      where month.order_id = begun.order_id and month.number = begun.number
      returning month.order_id, month.number, month.account_id, month.creator_id, month.amount_cents, month.is_gift`.execute(
    db,
  );
  return rows;
}

/** Ends the months of an order that were not passed on; returns those that were, and the cents of the others. */
export async function giveBackMonths(
  db: Db,
  orderId: string,
  now: Date,
): Promise<{ passedOn: number[]; heldCents: number }> {
  const { rows } = await sql<{ number: number; amount_cents: number; outcome: string | null }>`
    select number, amount_cents, outcome from subscription_months where order_id = ${orderId} order by number for update`.execute(
    db,
  );
  await sql`
    update subscription_months set settled_at = ${now}, outcome = 'given_back'
      where order_id = ${orderId} and settled_at is null`.execute(db);
  const held = rows.filter(({ outcome }) => outcome === null);
  return {
    passedOn: rows.filter(({ outcome }) => outcome === 'passed_on').map(({ number }) => number),
    heldCents: held.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  };
}
