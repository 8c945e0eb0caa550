import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { uuidArray } from '../../platform/prepared.ts';
import type { SubscriptionRow } from './store.ts';

// The paid time of one subscription is a row of periods without gaps, the highest tier first: a payment begins after
// what is paid of its tier and above, and time of lower tiers waits behind it. No period is ever shortened or lengthened.

/** Where a payment's time goes. */
export interface Place {
  startsAt: Date;
  /** Paid time of lower tiers that moves behind it, in milliseconds. */
  waitingMs: number;
  /** A free trial of a lower tier that ends now. */
  endsTrial: boolean;
}

/** Milliseconds of the paid time after `now` that are of a lower tier than `tier`, by subscription. */
export async function listLowerMs(
  db: Db,
  wanted: readonly { id: string; tier: number }[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const higher = wanted.filter(({ tier }) => tier > 1);
  if (higher.length === 0) return new Map();
  const { rows } = await sql<{ id: string; ms: number }>`
    select wanted.id, sum(extract(epoch from period.ends_at
        - greatest(${now}::timestamptz, period.rest_from, period.starts_at)) * 1000)::float8 as ms
      from unnest(${uuidArray(higher.map(({ id }) => id))}::uuid[], ${higher.map(({ tier }) => tier)}::int[])
          as wanted (id, tier)
        join subscription_periods as period on period.subscription_id = wanted.id and period.tier < wanted.tier
          and period.reversed_at is null and period.ends_at > ${now}
      group by wanted.id`.execute(db);
  return new Map(rows.map(({ id, ms }) => [id, Math.round(ms)]));
}

/** Where time of `tier` goes; `lowerMs` is what `listLowerMs` says of this subscription and tier. */
export function placeOf(
  row: Pick<SubscriptionRow, 'paid_until' | 'trial_until' | 'trial_tier'>,
  { tier, lowerMs, now }: { tier: number; lowerMs: number; now: Date },
): Place {
  if (row.paid_until <= now) return { startsAt: now, waitingMs: 0, endsTrial: false };
  const trialMs = row.trial_until && row.trial_tier < tier ? Math.max(0, row.trial_until.getTime() - now.getTime()) : 0;
  const paidUntil = row.paid_until.getTime() - trialMs;
  const startsAt = new Date(Math.max(now.getTime(), paidUntil - lowerMs));
  return { startsAt, waitingMs: Math.max(0, paidUntil - startsAt.getTime()), endsTrial: trialMs > 0 };
}

/**
 * Start of the period that the next renewal pays for: the end of what is paid of its tier and above, or of everything
 * where nothing of it is left.
 */
export function renewalStart(paidUntil: Date, { lowerMs, now }: { lowerMs: number; now: Date }): Date {
  const at = new Date(paidUntil.getTime() - lowerMs);
  return at > now ? at : paidUntil;
}

/**
 * Moves the time of lower tiers behind a payment's: what has not begun as a whole, what runs with its unused rest, and
 * the months of both that have not begun.
 */
export async function moveLowerBack(
  db: Db,
  moved: { subscriptionId: string; tier: number; from: Date; byMs: number; endTrialAt: Date | null },
): Promise<void> {
  const { subscriptionId, tier, from, byMs, endTrialAt } = moved;
  const by = sql`make_interval(secs => ${byMs / 1000}::float8)`;
  await sql`
    with later as (
      select order_id from subscription_periods
        where subscription_id = ${subscriptionId} and reversed_at is null and tier < ${tier} and ends_at > ${from}
    ), periods as (
      update subscription_periods as period set ends_at = ends_at + ${by},
          starts_at = case when starts_at >= ${from} then starts_at + ${by} else starts_at end,
          rest_from = case when rest_from is null and starts_at >= ${from} then null
            else greatest(coalesce(rest_from, starts_at), ${from}::timestamptz) + ${by} end
        from later where period.order_id = later.order_id
    ), given as (
      update subscription_gifts as gift set ends_at = ends_at + ${by} from later where gift.order_id = later.order_id
    ), months as (
      update subscription_months as month set begins_at = begins_at + ${by} from later
        where month.order_id = later.order_id and settled_at is null and begins_at >= ${from}
    )
    update subscriptions set trial_until = coalesce(${endTrialAt}::timestamptz, trial_until)
      where id = ${subscriptionId}`.execute(db);
}

/** The time after a reversed period begins earlier by what was left of it, and so do its months. */
export async function moveLaterForward(
  db: Db,
  moved: { subscriptionId: string; startsAfter: Date; byMs: number; now: Date },
): Promise<void> {
  const { subscriptionId, startsAfter, byMs, now } = moved;
  const by = sql`make_interval(secs => ${byMs / 1000}::float8)`;
  await sql`
    with later as (
      select order_id, rest_from from subscription_periods
        where subscription_id = ${subscriptionId} and reversed_at is null
          and coalesce(rest_from, starts_at) > ${startsAfter}
    ), periods as (
      update subscription_periods as period set ends_at = ends_at - ${by}, rest_from = period.rest_from - ${by},
          starts_at = case when period.rest_from is null then starts_at - ${by} else starts_at end
        from later where period.order_id = later.order_id
    ), given as (
      update subscription_gifts as gift set ends_at = ends_at - ${by} from later where gift.order_id = later.order_id
    )
    update subscription_months as month set begins_at = begins_at - ${by} from later
      where month.order_id = later.order_id and settled_at is null
        and (later.rest_from is null or begins_at > ${now})`.execute(db);
}

/** What is left of a period at `now`, in milliseconds. */
export const leftMs = (period: { starts_at: Date; rest_from: Date | null; ends_at: Date }, now: Date): number =>
  Math.max(0, period.ends_at.getTime() - Math.max((period.rest_from ?? period.starts_at).getTime(), now.getTime()));
