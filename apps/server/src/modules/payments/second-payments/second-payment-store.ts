import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { DB } from '../../../platform/database-types.ts';
import type { OrderRow } from '../orders/order-store.ts';

export type SecondState = 'held' | 'returning' | 'returned' | 'charged_back' | 'settled';
export type SecondRow = Omit<Selectable<DB['second_payments']>, 'state'> & { state: SecondState };

export interface NewSecond {
  id: string;
  order: OrderRow;
  providerReference: string;
  amount: bigint;
  currency: string;
  at: Date;
}

/** Returns false when it is stored already. */
export async function insertSecond(db: Db, second: NewSecond): Promise<boolean> {
  const inserted = await db
    .insertInto('second_payments')
    .values({
      id: second.id,
      order_id: second.order.id,
      provider: second.order.provider,
      provider_reference: second.providerReference,
      amount: second.amount,
      currency: second.currency,
      received_at: second.at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_reference']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function findSecond(db: Db, id: string): Promise<SecondRow | undefined> {
  const row = await db.selectFrom('second_payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row as SecondRow | undefined;
}

/** Locks it until the transaction ends. */
export async function lockSecond(db: Db, id: string): Promise<SecondRow | undefined> {
  const row = await db.selectFrom('second_payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as SecondRow | undefined;
}

export async function lockSecondByReference(
  db: Db,
  provider: string,
  reference: string,
): Promise<SecondRow | undefined> {
  const row = await db
    .selectFrom('second_payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
  return row as SecondRow | undefined;
}

export async function changeSecond(
  db: Db,
  id: string,
  change: Partial<Pick<SecondRow, 'state' | 'refund_requested_at' | 'closed_at' | 'decision_key'>>,
): Promise<void> {
  await db.updateTable('second_payments').set(change).where('id', '=', id).execute();
}

/** Second payments that staff must review or whose refund is pending, newest first, from after `before`. */
export async function listSeconds(
  db: Db,
  page: { before: string | null; limit: number },
): Promise<{ second: SecondRow; order: OrderRow }[]> {
  let query = db
    .selectFrom('second_payments')
    .selectAll()
    .where('state', 'in', ['held', 'returning'])
    .orderBy('id', 'desc')
    .limit(page.limit);
  if (page.before) query = query.where('id', '<', page.before);
  const seconds = (await query.execute()) as SecondRow[];
  if (seconds.length === 0) return [];
  const orders = (await db
    .selectFrom('payment_orders')
    .selectAll()
    .where('id', 'in', [...new Set(seconds.map(({ order_id }) => order_id))])
    .execute()) as OrderRow[];
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  return seconds.flatMap((second) => {
    const order = orderOf.get(second.order_id);
    return order ? { second, order } : [];
  });
}
