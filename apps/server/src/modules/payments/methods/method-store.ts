import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { DB } from '../../../platform/database-types.ts';

export type MethodRow = Selectable<DB['payment_methods']>;

export interface NewMethod {
  id: string;
  accountId: string;
  provider: string;
  tokenIndex: Buffer;
  cardIndex: Buffer | null;
  tokenSealed: Buffer;
  brand: string;
  lastFour: string;
  expiresOn: string | null;
  at: Date;
}

/** Inserts a method; an existing token is marked as used last. */
export async function saveMethodRow(db: Db, method: NewMethod): Promise<void> {
  await db
    .insertInto('payment_methods')
    .values({
      id: method.id,
      account_id: method.accountId,
      provider: method.provider,
      token_index: method.tokenIndex,
      card_index: method.cardIndex,
      token_sealed: method.tokenSealed,
      brand: method.brand,
      last_four: method.lastFour,
      expires_on: method.expiresOn,
      created_at: method.at,
      used_at: method.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'provider', 'token_index']).doUpdateSet({
        brand: method.brand,
        last_four: method.lastFour,
        card_index: method.cardIndex,
        expires_on: method.expiresOn,
        used_at: method.at,
      }),
    )
    .execute();
}

/** Newest use first. */
export async function listMethods(db: Db, accountId: string): Promise<MethodRow[]> {
  return await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}

/** Saved cards that paid these orders of the account, by order. */
export async function listCards(
  db: Db,
  accountId: string,
  orderIds: readonly string[],
): Promise<Map<string, { brand: string; lastFour: string }>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ orderId: string; brand: string; lastFour: string }>`
    select bought.id as "orderId", method.brand, method.last_four as "lastFour"
      from payment_orders bought
      cross join lateral (select card_index from payment_events event
        where event.order_id = bought.id::text and event.kind = 'paid' and event.card_index is not null
        order by event.received_at limit 1) as charged
      cross join lateral (select brand, last_four from payment_methods saved
        where saved.account_id = bought.account_id and saved.card_index = charged.card_index
        order by saved.used_at desc limit 1) as method
      where bought.account_id = ${accountId} and bought.id::text = any (${[...orderIds]}::text[])`.execute(db);
  return new Map(rows.map(({ orderId, ...card }) => [orderId, card]));
}

export async function removeMethod(db: Db, accountId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('payment_methods')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return removed.numDeletedRows === 1n;
}
