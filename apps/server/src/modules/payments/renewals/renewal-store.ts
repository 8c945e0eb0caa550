import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { uuidArray } from '../../../platform/prepared.ts';
import { debtsOf, debtsOfCard } from '../debts/debt-store.ts';
import type { MethodRow } from '../methods/method-store.ts';
import { noConcurrentOrder } from '../orders/concurrent-order-store.ts';
import type { NewOrder, OrderRow } from '../orders/order-store.ts';
import type { NewEvent } from '../provider-events/event-store.ts';

export interface NewRenewal extends NewOrder {
  /** Whether it covers everything that renews for this purpose. */
  altogether: boolean;
  dueSince: Date;
}

export type SentOrder = OrderRow & {
  method_id: string;
  method_token: MethodRow['token_sealed'];
  method_card: MethodRow['card_index'];
};

/**
 * Inserts renewals, marked as sent to the provider, of members with a saved method that is not a card of a debt, without
 * limits of their own and without a concurrent order. Returns them; for missing members an order of this key exists, or
 * they need a single charge. Call under the locks of the members.
 */
export async function openRenewals(
  db: Db,
  orders: readonly NewRenewal[],
  charge: { provider: string; currency: string; today: string; at: Date },
): Promise<SentOrder[]> {
  const { provider, currency, today, at } = charge;
  const { rows } = await sql<SentOrder>`
    with wanted as (
      select wanted.*, method.id as method_id, method.token_sealed, method.card_index
        from unnest(${uuidArray(orders.map((order) => order.id))}::uuid[],
          ${uuidArray(orders.map((order) => order.accountId))}::uuid[], ${orders.map((order) => order.key)}::text[],
          ${orders.map((order) => order.purpose)}::text[], ${orders.map((order) => order.reference)}::text[],
          ${orders.map((order) => order.quote.description.slice(0, 200))}::text[],
          ${orders.map((order) => JSON.stringify(order.quote.details))}::jsonb[],
          ${orders.map((order) => order.quote.amountCents)}::bigint[], ${orders.map((order) => order.chargeAmount)}::bigint[],
          ${orders.map((order) => order.altogether)}::boolean[], ${orders.map((order) => order.dueSince)}::timestamptz[])
          as wanted (id, account_id, key, purpose, reference, description, details, amount, charge_amount, altogether, due_since)
        cross join lateral (
          select m.id, m.token_sealed, m.card_index from payment_methods m
            where m.account_id = wanted.account_id and m.provider = ${provider}
              and (m.expires_on is null or m.expires_on >= ${today})
              and not exists (${debtsOfCard(sql`m.card_index`)})
            order by m.used_at desc, m.id desc limit 1
        ) as method
        where not exists (select from spending_limits where spending_limits.account_id = wanted.account_id)
          and not exists (${debtsOf(sql`wanted.account_id`)})
          and ${noConcurrentOrder(at)}
    ), made as (
      insert into payment_orders (id, account_id, key, purpose, reference, description, details, amount_cents, charge_amount,
          charge_currency, via, provider, state, created_at)
        select id, account_id, key, purpose, reference, description, details, amount, charge_amount,
            ${currency}, 'renewal', ${provider}, 'pending', ${at}
          from wanted on conflict (account_id, key) do nothing
        returning *
    ), attempts as (
      insert into payment_attempts (order_id, number, sent_at) select id, 1, ${at} from made
    )
    select made.*, wanted.method_id, wanted.token_sealed as method_token, wanted.card_index as method_card from made join wanted on wanted.id = made.id`.execute(
    db,
  );
  return rows;
}

/** In the order of their ids; nothing else changes them until the transaction ends. */
export async function lockOrders(db: Db, ids: readonly string[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from payment_orders where id = any(${uuidArray(ids)}::uuid[]) order by id for update`.execute(db);
  return rows;
}

export type PaidEvent = Pick<NewEvent, 'id' | 'eventId' | 'cardIndex'> & {
  orderId: string;
  providerReference: string;
  amount: number;
  currency: string;
  occurredAt: Date;
};

/** Stores the events of charges as handled; returns orders whose event is new. */
export async function insertPaidEvents(
  db: Db,
  provider: string,
  events: readonly PaidEvent[],
  at: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    insert into payment_events (id, provider, event_id, source, kind, order_id, provider_reference, amount, currency,
        occurred_at, card_index, received_at, processed_at, outcome)
      select id, ${provider}, event_id, 'charge', 'paid', order_id, reference, amount, currency, occurred_at,
          decode(card, 'hex'), ${at}, ${at}, 'applied'
        from unnest(${uuidArray(events.map((event) => event.id))}::uuid[], ${events.map((event) => event.eventId)}::text[],
          ${events.map((event) => event.orderId)}::text[], ${events.map((event) => event.providerReference.slice(0, 200))}::text[],
          ${events.map((event) => event.amount)}::bigint[], ${events.map((event) => event.currency)}::text[],
          ${events.map((event) => event.occurredAt)}::timestamptz[],
          ${events.map((event) => event.cardIndex?.toString('hex') ?? null)}::text[])
          as event (id, event_id, order_id, reference, amount, currency, occurred_at, card)
      on conflict (provider, event_id) do nothing
      returning order_id`.execute(db);
  return new Set(rows.map((row) => row.order_id));
}

export async function setPaid(
  db: Db,
  paid: readonly { orderId: string; providerReference: string }[],
  at: Date,
): Promise<void> {
  await sql`
    update payment_orders set state = 'paid', paid_at = ${at}, failure_reason = null, provider_reference = paid.reference
      from unnest(${uuidArray(paid.map(({ orderId }) => orderId))}::uuid[],
        ${paid.map(({ providerReference }) => providerReference.slice(0, 200))}::text[]) as paid (id, reference)
      where payment_orders.id = paid.id`.execute(db);
}
