import type { OrderState, PaymentPurpose } from '@vlam/contract/payments';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { DB } from '../../../platform/database-types.ts';
import type { PaidOrder, Quote } from '../../../platform/purpose.ts';

type Columns = Selectable<DB['payment_orders']>;
export type Via = 'hosted' | 'saved' | 'renewal';
export type OrderRow = Omit<Columns, 'purpose' | 'state' | 'via' | 'details'> & {
  purpose: PaymentPurpose;
  state: OrderState;
  via: Via;
  details: Quote['details'];
};

export interface NewOrder {
  id: string;
  accountId: string;
  key: string;
  purpose: PaymentPurpose;
  reference: string;
  quote: Quote;
  chargeAmount: number;
  chargeCurrency: string;
  via: Via;
  provider: string;
  saveMethod: boolean;
  at: Date;
}

/** Serializes new orders of a member, so that parallel ones cannot pass a limit together. */
export async function lockMember(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pay ${accountId}`}, 0))`.execute(db);
}

export async function insertOrder(db: Db, order: NewOrder): Promise<OrderRow> {
  const row = await db
    .insertInto('payment_orders')
    .values({
      id: order.id,
      account_id: order.accountId,
      key: order.key,
      purpose: order.purpose,
      reference: order.reference,
      description: order.quote.description.slice(0, 200),
      details: JSON.stringify(order.quote.details),
      amount_cents: BigInt(order.quote.amountCents),
      charge_amount: BigInt(order.chargeAmount),
      charge_currency: order.chargeCurrency,
      via: order.via,
      provider: order.provider,
      save_method: order.saveMethod,
      created_at: order.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as OrderRow;
}

export async function findByKey(db: Db, accountId: string, key: string): Promise<OrderRow | undefined> {
  const row = await db
    .selectFrom('payment_orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row as OrderRow | undefined;
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const row = await db.selectFrom('payment_orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row as OrderRow | undefined;
}

/** Locks the order. */
export async function lockOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const row = await db.selectFrom('payment_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as OrderRow | undefined;
}

/** Locks the order of a provider's own reference; chargebacks of some providers name nothing else. */
export async function lockOrderByReference(db: Db, provider: string, reference: string): Promise<OrderRow | undefined> {
  const row = await db
    .selectFrom('payment_orders')
    .selectAll()
    .where('provider', '=', provider)
    .where((eb) =>
      eb.or([
        eb('provider_reference', '=', reference),
        eb(
          'id',
          'in',
          db
            .selectFrom('second_payments')
            .select('order_id')
            .where('provider', '=', provider)
            .where('provider_reference', '=', reference),
        ),
      ]),
    )
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row as OrderRow | undefined;
}

export type OrderChange = Partial<
  Pick<
    Columns,
    | 'state'
    | 'provider_reference'
    | 'checkout_url'
    | 'failure_reason'
    | 'flag'
    | 'paid_at'
    | 'closed_at'
    | 'refund_requested_at'
    | 'queried_at'
    | 'paid_amount'
    | 'refund_amount'
    | 'refund_currency'
    | 'decision_key'
  >
>;

export async function changeOrder(db: Db, id: string, change: OrderChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('payment_orders').set(change).where('id', '=', id).execute();
}

/** Adds to the purpose's details of the order. */
export async function addDetails(db: Db, id: string, details: Quote['details']): Promise<void> {
  await sql`update payment_orders set details = details || ${JSON.stringify(details)}::jsonb where id = ${id}`.execute(
    db,
  );
}

/** Changes an undecided order; false when it is decided. */
export async function changeOpen(db: Db, id: string, change: OrderChange): Promise<boolean> {
  const changed = await db
    .updateTable('payment_orders')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['created', 'pending'])
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** Changes an order that was not sent to a provider; false for any other. */
export async function changeUnsent(db: Db, id: string, change: OrderChange): Promise<boolean> {
  const changed = await db
    .updateTable('payment_orders')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'created')
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

export interface ListedOrder extends OrderRow {
  receipt_year: number | null;
  receipt_number: number | null;
}

const withReceipt = (db: Db) =>
  db
    .selectFrom('payment_orders')
    .leftJoin('receipts', 'receipts.order_id', 'payment_orders.id')
    .selectAll('payment_orders')
    .select(['receipts.year as receipt_year', 'receipts.number as receipt_number']);

/** Newest first, from after `before`. */
export async function listOrders(
  db: Db,
  accountId: string,
  page: { before: string | null; limit: number },
): Promise<ListedOrder[]> {
  let query = withReceipt(db)
    .where('payment_orders.account_id', '=', accountId)
    .orderBy('payment_orders.id', 'desc')
    .limit(page.limit);
  if (page.before) query = query.where('payment_orders.id', '<', page.before);
  return (await query.execute()) as ListedOrder[];
}

/** Those of these orders that are paid, held for staff or undecided. */
export async function listLasting(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('payment_orders')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'in', ['created', 'pending', 'held', 'paid'])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Cents of an account's orders that were paid and not given back. */
export async function sumPaid(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('payment_orders')
    .select(({ fn }) => fn.coalesce(fn.sum<bigint>('amount_cents'), sql<bigint>`0`).as('cents'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow();
  return Number(row.cents);
}

export async function findOwnOrder(db: Db, accountId: string, id: string): Promise<ListedOrder | undefined> {
  const row = await withReceipt(db)
    .where('payment_orders.id', '=', id)
    .where('payment_orders.account_id', '=', accountId)
    .executeTakeFirst();
  return row as ListedOrder | undefined;
}

/**
 * Undecided orders and unconfirmed refunds from before `before` that were not queried for half their age; longest first.
 */
export async function listForQuery(db: Db, now: Date, before: Date, limit: number): Promise<OrderRow[]> {
  const rows = await db
    .selectFrom('payment_orders')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('state', 'in', ['created', 'pending']), eb('created_at', '<', before)]),
        eb.and([eb('state', 'in', ['paid', 'held']), eb('refund_requested_at', '<', before)]),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('queried_at', 'is', null),
        eb(sql<Date>`queried_at + least((queried_at - created_at) / 2, interval '6 hours')`, '<', now),
      ]),
    )
    .orderBy(sql`queried_at nulls first`)
    .limit(limit)
    .execute();
  return rows as OrderRow[];
}

/** Orders that staff must review, newest first, from after `before`. */
export async function listFlagged(db: Db, page: { before: string | null; limit: number }): Promise<OrderRow[]> {
  let query = db
    .selectFrom('payment_orders')
    .selectAll()
    .where('flag', 'is not', null)
    .orderBy('id', 'desc')
    .limit(page.limit);
  if (page.before) query = query.where('id', '<', page.before);
  return (await query.execute()) as OrderRow[];
}

/** Flagged orders and second payments without a decision to refund. */
export async function countFlagged(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from payment_orders where flag is not null and refund_requested_at is null)
      + (select count(*) from second_payments where state = 'held'))::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** An order as selling modules see it. */
export const toPaidOrder = (order: OrderRow, paidAt: Date): PaidOrder => ({
  id: order.id,
  accountId: order.account_id,
  purpose: order.purpose,
  reference: order.reference,
  amountCents: Number(order.amount_cents),
  description: order.description,
  details: order.details,
  chargeable: order.via !== 'hosted' || order.save_method,
  paidAt,
});
