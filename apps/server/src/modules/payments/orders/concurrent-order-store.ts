import type { PaymentPurpose } from '@vlam/contract/payments';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { uuidArray } from '../../../platform/prepared.ts';
import type { Quote, RenewalCharge } from '../../../platform/purpose.ts';
import type { OrderRow } from './order-store.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];
/** How long a renewal waits for a payer on the provider's page. */
const hostedPageMs = 30 * minuteMs;
/** Maximum age of a hosted page that is reused. */
export const pageMs = 60 * minuteMs;
/** Tolerance for clock skew and slow transactions. */
const slackMs = 2 * minuteMs;

/** Orders of a member that exclude each other: of one reference, or (null) of the whole purpose. */
export interface PurchaseScope {
  accountId: string;
  purpose: PaymentPurpose;
  reference: string | null;
}

const inScope = (scope: PurchaseScope) => sql<boolean>`account_id = ${scope.accountId} and purpose = ${scope.purpose}
  and (${scope.reference}::text is null or reference = ${scope.reference})`;

/** How long a charge without an outcome blocks other purchases of its scope. */
const chargingMs = 30 * minuteMs;

/** An order with another key in this scope for which a saved method is being charged. */
export async function findChargeInProgress(
  db: Db,
  scope: PurchaseScope,
  { key, now }: { key: string; now: Date },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from payment_orders
      where ${inScope(scope)} and via = 'saved' and key <> ${key} and state in ('created', 'pending')
        and created_at > ${new Date(now.getTime() - chargingMs)} limit 1`.execute(db);
  return rows[0];
}

/** Whether a renewal charge has no outcome yet. */
export async function isRenewalInProgress(db: Db, scope: PurchaseScope): Promise<boolean> {
  const { rows } = await sql`
    select from payment_orders
      where ${inScope(scope)} and via = 'renewal' and state in ('created', 'pending') limit 1`.execute(db);
  return rows.length > 0;
}

/** Undecided orders of the member: pages of today, and every charge of a saved card. */
export async function listUndecided(db: Db, scope: PurchaseScope, now: Date): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from payment_orders
      where ${inScope(scope)} and via <> 'renewal' and state in ('created', 'pending')
        and (via = 'saved' or created_at > ${new Date(now.getTime() - dayMs)})`.execute(db);
  return rows;
}

/** Whether the member is paying now, or has paid since the renewal became due. */
export async function isBeingPaid(
  db: Db,
  scope: PurchaseScope,
  { now, dueSince }: { now: Date; dueSince: RenewalCharge['dueSince'] },
): Promise<boolean> {
  const { rows } = await sql`
    select from payment_orders
      where ${inScope(scope)} and (
        (state = 'paid' and paid_at > ${new Date(dueSince.getTime() - slackMs)})
        or (state in ('created', 'pending') and (
          via = 'saved'
          or (via = 'hosted' and created_at > ${new Date(now.getTime() - hostedPageMs)})
        ))
      ) limit 1`.execute(db);
  return rows.length > 0;
}

/** A recent unpaid page for exactly this purchase. */
export async function findOpenPage(
  db: Db,
  intent: { accountId: string; purpose: PaymentPurpose; reference: string; quote: Quote; saveMethod: boolean },
  { provider, now }: { provider: string; now: Date },
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select * from payment_orders
      where ${inScope(intent)} and via = 'hosted' and state in ('created', 'pending') and provider = ${provider}
        and amount_cents = ${intent.quote.amountCents} and save_method = ${intent.saveMethod}
        and details = ${JSON.stringify(intent.quote.details)}::jsonb and created_at > ${new Date(now.getTime() - pageMs)}
      order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Cancels open pages in this scope; a late payment of one is still judged by `policy`. */
export async function closePages(
  db: Db,
  scope: PurchaseScope,
  { except, now }: { except: string | null; now: Date },
): Promise<void> {
  await sql`
    update payment_orders set state = 'cancelled', closed_at = ${now}
      where ${inScope(scope)} and via = 'hosted' and state in ('created', 'pending')
        and id is distinct from ${except}::uuid`.execute(db);
}

/** As `lockMember` for many members, in one order, so that two callers cannot deadlock. */
export async function lockMembers(db: Db, accountIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(member) from (
      select distinct hashtextextended('pay ' || id, 0) as member from unnest(${uuidArray(accountIds)}::uuid[]) as id
        order by member
    ) as members`.execute(db);
}

/** Condition over `wanted`: no order exists that `isBeingPaid` could find. */
export const noConcurrentOrder = (now: Date) => sql<boolean>`not exists (
  select from payment_orders other
    where other.account_id = wanted.account_id and other.purpose = wanted.purpose
      and (wanted.altogether or other.reference = wanted.reference) and (
        (other.state = 'paid' and other.paid_at > wanted.due_since - make_interval(secs => ${slackMs / 1000}::float8))
        or (other.state in ('created', 'pending') and other.via <> 'renewal'
          and (other.via = 'saved' or other.created_at > ${new Date(now.getTime() - dayMs)}))
      )
)`;
