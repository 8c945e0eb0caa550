import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { DB } from '../../../platform/database-types.ts';
import type { ProviderEventKind } from '../providers/port.ts';

export type EventSource = 'webhook' | 'charge' | 'query';
export type EventRow = Omit<Selectable<DB['payment_events']>, 'kind'> & { kind: ProviderEventKind | null };

export interface NewEvent {
  id: string;
  provider: string;
  eventId: string;
  source: EventSource;
  kind: ProviderEventKind | null;
  orderId: string | null;
  providerReference: string | null;
  amount: number | null;
  currency: string | null;
  reason: string | null;
  /** HMAC of what the provider knows the card by. */
  cardIndex: Buffer | null;
  methodSealed: Buffer | null;
  rawSealed: Buffer | null;
  occurredAt: Date | null;
  at: Date;
}

/** False for a duplicate event. */
export async function insertEvent(db: Db, event: NewEvent): Promise<boolean> {
  const inserted = await db
    .insertInto('payment_events')
    .values({
      id: event.id,
      provider: event.provider,
      event_id: event.eventId,
      source: event.source,
      kind: event.kind,
      order_id: event.orderId,
      provider_reference: event.providerReference,
      amount: event.amount === null ? null : BigInt(event.amount),
      currency: event.currency,
      reason: event.reason,
      card_index: event.cardIndex,
      method_sealed: event.methodSealed,
      raw_sealed: event.rawSealed,
      occurred_at: event.occurredAt,
      received_at: event.at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Locks an unhandled event. */
export async function lockEvent(db: Db, id: string): Promise<EventRow | undefined> {
  const row = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row as EventRow | undefined;
}

export async function findEventId(db: Db, provider: string, eventId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_events')
    .select('id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.id;
}

export async function finishEvent(db: Db, id: string, outcome: string, at: Date): Promise<void> {
  await db.updateTable('payment_events').set({ outcome, processed_at: at }).where('id', '=', id).execute();
}

/** Events of these orders, oldest first. */
export async function listEvents(db: Db, orderIds: readonly string[]): Promise<EventRow[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('received_at')
    .orderBy('id')
    .limit(500)
    .execute();
  return rows as EventRow[];
}
