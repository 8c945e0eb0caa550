import type { PaymentPurpose } from '@vlam/contract/payments';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { uuidArray } from '../../../platform/prepared.ts';
import type { Quote, RenewalCharge } from '../../../platform/purpose.ts';
import type { OrderRow } from './order-store.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];
/** A renewal waits this long for a payer on the provider's page. */
const atPageMs = 30 * minuteMs;
/** A page opened longer ago is not handed out again. */
export const pageMs = 60 * minuteMs;
/** Two clocks, or a transaction that took its time, may be this far apart. */
const slackMs = 2 * minuteMs;

/** What renews as one: a member's orders for one reference, or all of a purpose where that is null. */
export interface SameTime {
  accountId: string;
  purpose: PaymentPurpose;
  reference: string | null;
}

const ofSameTime = (same: SameTime) => sql<boolean>`account_id = ${same.accountId} and purpose = ${same.purpose}
  and (${same.reference}::text is null or reference = ${same.reference})`;

/** A saved method's charge whose outcome nobody knows holds back another purchase of its kind for this long. */
const chargingMs = 30 * minuteMs;

/** An order of the same kind, under another key, that a saved method is being charged for. */
export async function findCharging(
  db: Db,
  same: SameTime,
  { key, now }: { key: string; now: Date },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from payment_orders
      where ${ofSameTime(same)} and via = 'saved' and key <> ${key} and state in ('created', 'pending')
        and created_at > ${new Date(now.getTime() - chargingMs)} limit 1`.execute(db);
  return rows[0];
}

/** Whether a renewal is being charged whose outcome nobody knows. */
export async function isRenewing(db: Db, same: SameTime): Promise<boolean> {
  const { rows } = await sql`
    select from payment_orders
      where ${ofSameTime(same)} and via = 'renewal' and state in ('created', 'pending') limit 1`.execute(db);
  return rows.length > 0;
}

/** What the member began and the provider has not decided: pages of today, and every charge of a saved card. */
export async function listBegun(db: Db, same: SameTime, now: Date): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from payment_orders
      where ${ofSameTime(same)} and via <> 'renewal' and state in ('created', 'pending')
        and (via = 'saved' or created_at > ${new Date(now.getTime() - dayMs)})`.execute(db);
  return rows;
}

/** Whether the member is paying at this moment, or has paid since the renewal was found due. */
export async function isBeingPaid(
  db: Db,
  same: SameTime,
  { now, dueSince }: { now: Date; dueSince: RenewalCharge['dueSince'] },
): Promise<boolean> {
  const { rows } = await sql`
    select from payment_orders
      where ${ofSameTime(same)} and (
        (state = 'paid' and paid_at > ${new Date(dueSince.getTime() - slackMs)})
        or (state in ('created', 'pending') and (
          via = 'saved'
          or (via = 'hosted' and created_at > ${new Date(now.getTime() - atPageMs)})
        ))
      ) limit 1`.execute(db);
  return rows.length > 0;
}

/** A page for exactly this that the member opened a short while ago and nobody has paid. */
export async function findOpenPage(
  db: Db,
  wish: { accountId: string; purpose: PaymentPurpose; reference: string; quote: Quote; saveMethod: boolean },
  { provider, now }: { provider: string; now: Date },
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select * from payment_orders
      where ${ofSameTime(wish)} and via = 'hosted' and state in ('created', 'pending') and provider = ${provider}
        and amount_cents = ${wish.quote.amountCents} and save_method = ${wish.saveMethod}
        and details = ${JSON.stringify(wish.quote.details)}::jsonb and created_at > ${new Date(now.getTime() - pageMs)}
      order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Gives up open pages for the same thing; money that comes for one all the same is judged as ever. */
export async function closePages(
  db: Db,
  same: SameTime,
  { except, now }: { except: string | null; now: Date },
): Promise<void> {
  await sql`
    update payment_orders set state = 'cancelled', closed_at = ${now}
      where ${ofSameTime(same)} and via = 'hosted' and state in ('created', 'pending')
        and id is distinct from ${except}::uuid`.execute(db);
}

/** As `lockMember`, of many: in one order, so that two who lock many do not wait for each other. */
export async function lockMembers(db: Db, accountIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(member) from (
      select distinct hashtextextended('pay ' || id, 0) as member from unnest(${uuidArray(accountIds)}::uuid[]) as id
        order by member
    ) as members`.execute(db);
}

/** Part of a statement over `wanted`: no order stands beside it that `isBeingPaid` might mean. */
export const nothingBeside = (now: Date) => sql<boolean>`not exists (
  select from payment_orders other
    where other.account_id = wanted.account_id and other.purpose = wanted.purpose
      and (wanted.altogether or other.reference = wanted.reference) and (
        (other.state = 'paid' and other.paid_at > wanted.due_since - make_interval(secs => ${slackMs / 1000}::float8))
        or (other.state in ('created', 'pending') and other.via <> 'renewal'
          and (other.via = 'saved' or other.created_at > ${new Date(now.getTime() - dayMs)}))
      )
)`;
