import { sql } from 'kysely';
import type { Config } from '../../../platform/config.ts';
import type { Db } from '../../../platform/database.ts';
import { uuidArray } from '../../../platform/prepared.ts';

export interface Receipt {
  year: number;
  number: number;
  totalCents: number;
  vatCents: number;
  vatPercent: number;
  issuedAt: Date;
  /** Seller details at that time. */
  seller: Config['seller'];
}

/** VAT in percent on a calendar day. */
export async function vatPercentOn(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ percent: string }>`
    select percent from vat_rates where effective_from <= ${day}::date order by effective_from desc limit 1`.execute(
    db,
  );
  return Number(rows[0]?.percent ?? 0);
}

/** Assigns the year's next numbers. The row of the year stays locked until the commit, so that no number is lost. */
export async function insertReceipts(
  db: Db,
  orders: readonly { orderId: string; totalCents: number; vatCents: number }[],
  receipt: Pick<Receipt, 'year' | 'vatPercent' | 'issuedAt' | 'seller'>,
): Promise<void> {
  const { year, vatPercent, issuedAt, seller } = receipt;
  const count = orders.length;
  await sql`
    with taken as (
      insert into receipt_counters as counter (year, last_number) values (${year}, ${count})
        on conflict (year) do update set last_number = counter.last_number + ${count} returning last_number
    )
    insert into receipts (order_id, year, number, total_cents, vat_cents, vat_percent, issued_at, seller_name,
        seller_address, vat_number)
      select o.id, ${year}, taken.last_number - ${count} + o.n, o.total, o.vat, ${vatPercent}, ${issuedAt}, ${seller.name},
          ${seller.address}, ${seller.vatNumber}
        from taken, unnest(${uuidArray(orders.map((order) => order.orderId))}::uuid[],
          ${orders.map((order) => order.totalCents)}::bigint[], ${orders.map((order) => order.vatCents)}::bigint[])
          with ordinality as o (id, total, vat, n)`.execute(db);
}

export async function findReceipt(db: Db, orderId: string): Promise<Receipt | undefined> {
  const row = await db.selectFrom('receipts').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!row) return undefined;
  return {
    year: row.year,
    number: row.number,
    totalCents: Number(row.total_cents),
    vatCents: Number(row.vat_cents),
    vatPercent: Number(row.vat_percent),
    issuedAt: row.issued_at,
    seller: { name: row.seller_name, address: row.seller_address, vatNumber: row.vat_number },
  };
}

/** Year and number of the receipts of these payments of an account, by order. */
export async function listReceiptNumbers(
  db: Db,
  accountId: string,
  orderIds: readonly string[],
): Promise<Map<string, Pick<Receipt, 'year' | 'number'>>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; year: number; number: number }>`
    select o.id, r.year, r.number from payment_orders o join receipts r on r.order_id = o.id
      where o.account_id = ${accountId} and o.id::text = any (${[...orderIds]}::text[])`.execute(db);
  return new Map(rows.map(({ id, year, number }) => [id, { year, number }]));
}
