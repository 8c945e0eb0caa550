import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import { retryIdempotent } from '../../../platform/postgres-retries.ts';
import type { CreditsService } from '../../credits/service.ts';
import { endAttempts } from '../charges/attempt-store.ts';
import { isCardOfDebt } from '../debts/debt-store.ts';
import type { Debts } from '../debts/debts.ts';
import { saveMethodRow } from '../methods/method-store.ts';
import type { Vault } from '../methods/vault.ts';
import type { Booking } from '../orders/booking.ts';
import {
  changeOrder,
  lockOrder,
  lockOrderByReference,
  type OrderChange,
  type OrderRow,
} from '../orders/order-store.ts';
import { type Decision, judge, silentFlag, undeliveredFlag } from '../orders/policy.ts';
import type { ProviderEvent } from '../providers/port.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { SecondPayments } from '../second-payments/second-payments.ts';
import { type EventRow, type EventSource, findEventId, finishEvent, insertEvent, lockEvent } from './event-store.ts';

const handleEvent = jobKind<{ id: string }>('payments.event');
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface EventIntake {
  /** Stores a verified webhook once and enqueues its handling. */
  receive(provider: string, raw: Buffer, event: ProviderEvent | { eventId: string }): Promise<void>;
  /** Saves the payment method of an event, if it has one. */
  saveMethod(tx: Db, order: OrderRow, event: EventRow): Promise<void>;
  /** Stores an event from a charge or query and handles it at once; `card` is the index of the charged card. */
  apply(provider: string, source: EventSource, event: ProviderEvent, card?: Buffer | null): Promise<void>;
  tasks: JobTask[];
}

export interface EventIntakeDependencies {
  db: Database['db'];
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  credits: Pick<CreditsService, 'transact'>;
  booking: Pick<Booking, 'pay' | 'reverse'>;
  vault: Vault;
  receipts: Receipts;
  secondPayments: Pick<SecondPayments, 'handleEvent'>;
  debts: Pick<Debts, 'record'>;
}

/** Stores each provider event once, and applies it to its order. */
export function createEventIntake(deps: EventIntakeDependencies): EventIntake {
  const { db, clock, logger, jobs, credits, booking, vault, receipts, secondPayments, debts } = deps;

  /** Returns the id of the stored event; null for a duplicate. */
  async function keep(
    tx: Db,
    provider: string,
    source: EventSource,
    raw: Buffer | null,
    received: ProviderEvent | { eventId: string },
    card: Buffer | null = null,
  ): Promise<string | null> {
    const id = newId();
    const event = 'kind' in received ? received : null;
    const isNew = await insertEvent(tx, {
      id,
      provider,
      eventId: clean(received.eventId, 300) ?? '',
      source,
      kind: event?.kind ?? null,
      orderId: clean(event?.orderId, 100),
      providerReference: clean(event?.providerReference, 200),
      amount: event?.amountCents ?? null,
      currency: event?.currency.toUpperCase() ?? null,
      reason: clean(event?.reason, 300),
      cardIndex: (event && vault.cardIndex(provider, event)) ?? card,
      methodSealed: event?.method ? vault.sealMethod(id, event.method) : null,
      rawSealed: raw && vault.sealRaw(id, raw),
      occurredAt: event?.occurredAt ?? null,
      at: clock.now(),
    });
    return isNew ? id : null;
  }

  /** `begin` returns the event's id in the transaction that handles it; null when there is nothing to do. */
  async function handle(begin: (tx: Db) => Promise<string | null | undefined>): Promise<void> {
    const within = (act: (tx: Db, id: string) => Promise<void>) =>
      credits.transact(async (tx) => {
        const id = await begin(tx);
        if (id) await act(tx, id);
      });
    try {
      await within(decide);
    } catch (error) {
      // The purchase can no longer be granted: staff decide. Other errors are retried.
      if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
      await within((tx, id) => holdForStaff(tx, id, error.code));
    }
  }

  async function decide(tx: Db, id: string): Promise<void> {
    const event = await lockEvent(tx, id);
    if (!event) return;
    const order = await orderOf(tx, event);
    if (!order || event.kind === null) {
      if (event.kind !== null)
        logger.warn('payment event without an order', { event: event.kind, code: event.provider });
      await finishEvent(tx, id, event.kind === null ? 'ignored' : 'no_order', clock.now());
      return;
    }
    if (await secondPayments.handleEvent(tx, order, event)) {
      await finishEvent(tx, id, 'second payment', clock.now());
      return;
    }
    const decision = judge(
      {
        state: order.state,
        chargeAmount: order.charge_amount,
        chargeCurrency: order.charge_currency,
        refund:
          order.refund_amount === null ? null : { amount: order.refund_amount, currency: order.refund_currency ?? '' },
      },
      { kind: event.kind, amount: event.amount ?? -1n, currency: event.currency ?? '' },
    );
    // Another account pays with a card that was charged back: staff decide first.
    if (
      decision.act === 'pay' &&
      order.purpose !== 'debt' &&
      event.card_index &&
      (await isCardOfDebt(tx, event.card_index))
    )
      Object.assign(decision, {
        state: 'held',
        act: null,
        outcome: 'held',
        flag: 'card of a payment that was charged back',
      });
    if (decision.flag) logger.warn('payment needs review', { event: decision.flag, accountId: order.account_id });
    await finishEvent(tx, id, decision.outcome, clock.now());
    await perform(tx, order, event, decision);
  }

  async function perform(tx: Db, order: OrderRow, event: EventRow, decision: Decision): Promise<void> {
    const now = clock.now();
    await changeOrder(tx, order.id, changeFor(order, event, decision, now));
    if (decision.state === 'paid') await endAttempts(tx, [order.id], 'paid', now);
    else if (decision.state === 'failed') await endAttempts(tx, [order.id], 'declined', now);
    if (decision.state === 'paid' && order.save_method) await saveMethod(tx, order, event);
    if (decision.act === 'pay') {
      await receipts.enqueueReceiptMail(tx, order);
      await booking.pay(tx, order, now);
      await receipts.issue(tx, order);
    } else if (decision.act === 'reverse') {
      const why = event.kind === 'charged_back' ? 'chargeback' : 'refund';
      if (why === 'refund') await receipts.enqueueRefundMail(tx, order);
      await booking.reverse(tx, order, why, now);
      await debts.record(tx, order, why);
    } else if (decision.state === 'refunded' && order.state === 'held') await receipts.enqueueRefundMail(tx, order);
  }

  async function saveMethod(tx: Db, order: OrderRow, event: EventRow): Promise<void> {
    if (!event.method_sealed) return;
    const { token, brand, lastFour, expiresOn } = vault.openMethod(event.id, event.method_sealed);
    const id = newId();
    await saveMethodRow(tx, {
      id,
      accountId: order.account_id,
      provider: order.provider,
      tokenIndex: vault.tokenIndex(token),
      cardIndex: event.card_index,
      tokenSealed: vault.sealToken(id, token),
      brand: brand.slice(0, 40),
      lastFour: lastFour.slice(-4),
      expiresOn,
      at: clock.now(),
    });
  }

  async function holdForStaff(tx: Db, id: string, code: string): Promise<void> {
    const event = await lockEvent(tx, id);
    const order = event && (await orderOf(tx, event));
    if (!event || !order) return;
    logger.error('a payment could not be acted on', { code, event: event.kind, accountId: order.account_id });
    const isPayment = event.kind === 'paid';
    await changeOrder(tx, order.id, { flag: undeliveredFlag(code), ...(isPayment ? { state: 'held' } : {}) });
    await finishEvent(tx, id, `refused ${code}`, clock.now());
  }

  return {
    saveMethod,
    async receive(provider, raw, event) {
      await db.transaction().execute(async (tx) => {
        const id = await keep(tx, provider, 'webhook', raw, event);
        if (id) await jobs.enqueue(tx, handleEvent, { id });
      });
    },
    async apply(provider, source, event, card) {
      await retryIdempotent(() =>
        handle(
          async (tx) =>
            (await keep(tx, provider, source, null, event, card)) ??
            (await findEventId(tx, provider, clean(event.eventId, 300) ?? '')),
        ),
      );
    },
    tasks: [jobTask(handleEvent, ({ id }) => handle(async () => id))],
  };
}

/** Shortens text and removes what PostgreSQL cannot store. */
const clean = (text: string | null | undefined, length: number): string | null =>
  text?.replaceAll('\0', '').toWellFormed().slice(0, length) ?? null;

/** The order of an event, if it belongs to the provider. */
async function orderOf(tx: Db, event: EventRow): Promise<OrderRow | undefined> {
  if (!event.order_id && event.provider_reference)
    return lockOrderByReference(tx, event.provider, event.provider_reference);
  if (!event.order_id || !uuid.test(event.order_id)) return undefined;
  const order = await lockOrder(tx, event.order_id);
  return order?.provider === event.provider ? order : undefined;
}

function changeFor(order: OrderRow, event: EventRow, decision: Decision, now: Date): OrderChange {
  const { state, flag } = decision;
  const change: OrderChange = flag ? { flag } : {};
  // Staff granted it before the provider sent its reference.
  if (event.kind === 'paid' && event.provider_reference && !order.provider_reference)
    change.provider_reference = event.provider_reference;
  if (!state) return change;
  change.state = state;
  if (state === 'paid') {
    change.paid_at = now;
    change.failure_reason = null;
  } else if (state === 'failed') change.failure_reason = event.reason ?? 'The payment was declined';
  else if (state !== 'pending') change.closed_at = now;
  // The missing outcome has arrived.
  if (order.flag === silentFlag && !flag) change.flag = null;
  // The payment held for its amount is a second payment now.
  if (state === 'paid' && order.state === 'held' && event.provider_reference !== order.provider_reference)
    change.flag = null;
  // Staff requested the refund: nothing is left to review.
  if (state === 'refunded' && order.refund_requested_at) change.flag = null;
  if (event.provider_reference && (state === 'paid' || !order.provider_reference))
    change.provider_reference = event.provider_reference;
  return change;
}
