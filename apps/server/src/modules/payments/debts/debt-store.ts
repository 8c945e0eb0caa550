import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

export interface Debt {
  orderId: string;
  accountId: string;
  owedCents: number;
  at: Date;
}

/** Creates at most one debt per order. */
export async function insertDebt(db: Db, { orderId, accountId, owedCents, at }: Debt): Promise<void> {
  await sql`
    insert into payment_debts (order_id, account_id, owed_cents, since)
      values (${orderId}, ${accountId}, ${owedCents}, ${at}) on conflict do nothing`.execute(db);
}

/** SQL fragment: the open debts of an account (an SQL expression). */
export const debtsOf = (account: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select from payment_debts as debts where debts.account_id = ${account} and debts.settled_at is null`;

/** Open debts of an account, oldest first. */
export async function listDebts(db: Db, accountId: string): Promise<{ orderId: string; owedCents: number }[]> {
  const { rows } = await sql<{ order_id: string; owed_cents: bigint }>`
    select order_id, owed_cents from payment_debts
      where account_id = ${accountId} and settled_at is null order by since, order_id`.execute(db);
  return rows.map((row) => ({ orderId: row.order_id, owedCents: Number(row.owed_cents) }));
}

/** Settles debts; returns the cents that were open. */
export async function settleDebts(
  db: Db,
  accountId: string,
  orderIds: readonly string[],
  by: { orderId: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ owed_cents: bigint }>`
    update payment_debts set settled_at = ${by.at}, settled_by = ${by.orderId}
      where account_id = ${accountId} and order_id::text = any(${[...orderIds]}::text[]) and settled_at is null
      returning owed_cents`.execute(db);
  return rows.reduce((sum, row) => sum + Number(row.owed_cents), 0);
}

/** Reopens debts whose settling payment was reversed. */
export async function reopenDebts(db: Db, settledBy: string): Promise<void> {
  await sql`update payment_debts set settled_at = null, settled_by = null where settled_by = ${settledBy}`.execute(db);
}

/** Records each card that paid an order. */
export async function recordCards(db: Db, order: { id: string; accountId: string }, at: Date): Promise<void> {
  await sql`
    insert into charged_back_cards (card_index, order_id, account_id, recorded_at)
      select distinct card_index, ${order.id}::uuid, ${order.accountId}::uuid, ${at}::timestamptz from payment_events
        where order_id = ${order.id}::text and kind = 'paid' and card_index is not null
      on conflict do nothing`.execute(db);
}

/** SQL fragment: payments with this card (an SQL expression) that were charged back and left an open debt. */
export const debtsOfCard = (card: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select from charged_back_cards as cards
    where cards.card_index = ${card} and exists (${debtsOf(sql`cards.account_id`)})`;

/** Which of these cards, in hex, paid an order that left an open debt. */
export async function listCardsOfDebts(db: Db, cards: readonly (Buffer | null)[]): Promise<ReadonlySet<string>> {
  const hexes = [...new Set(cards.flatMap((card) => card?.toString('hex') ?? []))];
  if (hexes.length === 0) return new Set();
  const { rows } = await sql<{ hex: string }>`
    select hex from unnest(${hexes}::text[]) as hex where exists (${debtsOfCard(sql`decode(hex, 'hex')`)})`.execute(db);
  return new Set(rows.map(({ hex }) => hex));
}

export const isCardOfDebt = async (db: Db, card: Buffer): Promise<boolean> =>
  (await listCardsOfDebts(db, [card])).size > 0;
