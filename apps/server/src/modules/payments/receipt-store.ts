import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

export interface Receipt {
  year: number;
  number: number;
  totalCents: number;
  vatCents: number;
  vatPercent: number;
  issuedAt: Date;
}

/** VAT in percent on a calendar day. */
export async function vatPercentOn(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ percent: string }>`
    select percent from vat_rates where effective_from <= ${day}::date order by effective_from desc limit 1`.execute(
    db,
  );
  return Number(rows[0]?.percent ?? 0);
}

/** Takes the year's next number. The row of the year stays locked until the commit, so that no number is lost. */
export async function insertReceipt(db: Db, orderId: string, receipt: Omit<Receipt, 'number'>): Promise<void> {
  const { year, totalCents, vatCents, vatPercent, issuedAt } = receipt;
  await sql`
    with next as (
      insert into receipt_counters as counter (year, last_number) values (${year}, 1)
        on conflict (year) do update set last_number = counter.last_number + 1 returning last_number
    )
    insert into receipts (order_id, year, number, total_cents, vat_cents, vat_percent, issued_at)
      select ${orderId}, ${year}, last_number, ${totalCents}, ${vatCents}, ${vatPercent}, ${issuedAt} from next`.execute(
    db,
  );
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
  };
}
