import type { PaymentPurpose } from '@vlam/contract/payments';
import { type Clock, johannesburgDay } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createLane } from '../../../platform/lane.ts';
import { createLoader } from '../../../platform/loader.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import { isOutcomeUnknown } from '../../../platform/postgres-errors.ts';
import { retryIdempotent } from '../../../platform/postgres-retries.ts';
import type { PaymentsPort, Purpose, RenewalOutcome } from '../../../platform/purpose.ts';
import type { CreditsService } from '../../credits/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import { endAttempts, markUnsent } from '../charges/attempt-store.ts';
import { toProviderOrder } from '../charges/charge-service.ts';
import { confirmMessage, isUndecided, renewalOutcome } from '../checkout/checkout.ts';
import { listCardsOfDebts } from '../debts/debt-store.ts';
import type { Vault } from '../methods/vault.ts';
import type { Booking } from '../orders/booking.ts';
import { lockMembers } from '../orders/concurrent-order-store.ts';
import { priceAt } from '../orders/open-order.ts';
import { changeOpen, findOrder } from '../orders/order-store.ts';
import { judge } from '../orders/policy.ts';
import type { EventIntake } from '../provider-events/intake.ts';
import type { ChargeResult, PaymentProviderAdapter, ProviderEvent } from '../providers/port.ts';
import type { Receipts } from '../receipts/receipts.ts';
import {
  insertPaidEvents,
  lockOrders,
  type NewRenewal,
  openRenewals,
  type SentOrder,
  setPaid,
} from './renewal-store.ts';

interface Paid {
  order: SentOrder;
  event: ProviderEvent;
}

const batchLimit = 200;

/**
 * Charges renewals of many members in batches: orders that arrive together are inserted in one statement and marked paid
 * in one transaction. Anything unusual (a known key, own limits, another amount, an error) is charged as a single renewal.
 */
export function createRenewalCharges(deps: {
  config: Config;
  db: Database['db'];
  clock: Clock;
  logger: Logger;
  credits: Pick<CreditsService, 'transact'>;
  booking: Pick<Booking, 'payAll'>;
  identity: Pick<IdentityService, 'listAddresses'>;
  vault: Vault;
  receipts: Receipts;
  intake: Pick<EventIntake, 'apply'>;
  purposeOf(name: PaymentPurpose): Purpose;
  findChosen(): PaymentProviderAdapter | null;
  /** Charges a single renewal. */
  chargeOne: PaymentsPort['chargeRenewal'];
}): Pick<PaymentsPort, 'chargeRenewal'> {
  const { config, db, clock, logger, credits, booking, identity, vault, receipts, intake } = deps;
  const { purposeOf, findChosen, chargeOne } = deps;

  const addresses = createLoader<string, { email: string }>({
    name: 'payments.addresses',
    keyOf: (accountId) => accountId,
    read: (accountIds) => identity.listAddresses(db, accountIds),
  });

  const openings = createLane<NewRenewal, SentOrder | null>({
    name: 'payments.open-renewals',
    limit: batchLimit,
    async call(orders) {
      const [first] = orders;
      if (!first) return [];
      const { provider, chargeCurrency: currency, at } = first;
      const opened = await db
        .transaction()
        .execute(async (tx) => {
          await lockMembers(
            tx,
            orders.map(({ accountId }) => accountId),
          );
          return openRenewals(tx, orders, { provider, currency, at, today: johannesburgDay(at) });
        })
        .catch(async (error: unknown) => {
          // Committed or not, nothing was sent: the next run charges what was begun.
          const ids = orders.map(({ id }) => id);
          if (isOutcomeUnknown(error)) await retryIdempotent(() => markUnsent(db, ids, at)).catch(() => {});
          throw error;
        });
      const byId = new Map(opened.map((order) => [order.id, order]));
      return orders.map(({ id }) => byId.get(id) ?? null);
    },
  });

  /** Marks orders of one purpose as paid; returns which. */
  async function payAll(tx: Db, purpose: Purpose, items: readonly Paid[]): Promise<Set<string>> {
    const now = clock.now();
    const locked = new Map(
      (
        await lockOrders(
          tx,
          items.map(({ order }) => order.id),
        )
      ).map((order) => [order.id, order]),
    );
    const cardOf = ({ order, event }: Paid) => vault.cardIndex(order.provider, event) ?? order.method_card;
    const refused = await listCardsOfDebts(tx, items.map(cardOf));
    const plain = items.filter((item) => {
      const { order, event } = item;
      const { state, charge_amount: chargeAmount, charge_currency: chargeCurrency } = locked.get(order.id) ?? order;
      const facts = { kind: event.kind, amount: BigInt(event.amountCents), currency: event.currency.toUpperCase() };
      const decision = judge({ state, chargeAmount, chargeCurrency }, facts);
      const isRefused = refused.has(cardOf(item)?.toString('hex') ?? '');
      return event.orderId === order.id && decision.act === 'pay' && isUndecided({ state }) && !isRefused;
    });
    const recorded = await insertPaidEvents(
      tx,
      plain[0]?.order.provider ?? '',
      plain.map(({ order, event }) => ({
        id: newId(),
        cardIndex: cardOf({ order, event }),
        eventId: event.eventId,
        orderId: event.orderId,
        providerReference: event.providerReference,
        amount: event.amountCents,
        currency: event.currency.toUpperCase(),
        occurredAt: event.occurredAt,
      })),
      now,
    );
    const paid = plain.filter(({ order }) => recorded.has(order.id));
    if (paid.length === 0) return recorded;
    const orders = paid.map(({ order }) => order);
    await setPaid(
      tx,
      paid.map(({ event }) => event),
      now,
    );
    const ids = orders.map(({ id }) => id);
    await endAttempts(tx, ids, 'paid', now);
    await receipts.enqueueReceiptMails(tx, orders);
    await booking.payAll(tx, purpose, orders, now);
    await receipts.issueAll(tx, orders);
    return recorded;
  }

  const payments = createLane<Paid, RenewalOutcome>({
    name: 'payments.book-renewals',
    limit: batchLimit,
    async call(items) {
      const done = new Set<string>();
      for (const name of new Set(items.map(({ order }) => order.purpose))) {
        const some = items.filter(({ order }) => order.purpose === name);
        const purpose = purposeOf(name);
        if (!purpose.paidAll) continue;
        try {
          for (const id of await credits.transact((tx) => payAll(tx, purpose, some))) done.add(id);
        } catch (error) {
          logger.warn('renewals are made paid one by one', errorFields(error));
        }
      }
      const answers: (RenewalOutcome | Error)[] = [];
      for (const item of items)
        answers.push(
          done.has(item.order.id)
            ? { status: 'paid', orderId: item.order.id }
            : await payOne(item).catch((error: unknown) => error as Error),
        );
      return answers;
    },
  });

  async function payOne({ order, event }: Paid): Promise<RenewalOutcome> {
    await intake.apply(order.provider, 'charge', event, order.method_card);
    return renewalOutcome({ order: (await findOrder(db, order.id)) ?? order, redirect: null });
  }

  async function fail(order: SentOrder, reason: string, why: 'declined' | 'redirected'): Promise<RenewalOutcome> {
    const failure = { state: 'failed', failure_reason: reason.slice(0, 300) } as const;
    await retryIdempotent(() => endAttempts(db, [order.id], why, clock.now()));
    await retryIdempotent(() => changeOpen(db, order.id, failure));
    return { status: 'declined', reason };
  }

  return {
    async chargeRenewal(wanted) {
      const { accountId, purpose, reference, quote, key, dueSince } = wanted;
      const adapter = findChosen();
      if (!adapter) return { status: 'unknown' };
      if (!adapter.chargesSaved) return chargeOne(wanted);
      const { amount: chargeAmount, currency: chargeCurrency } = priceAt(adapter, quote.amountCents, config);
      const order = await openings.send({
        ...{ id: newId(), accountId, key, purpose, reference, quote, chargeAmount, chargeCurrency },
        ...{ via: 'renewal', provider: adapter.name, saveMethod: false, at: clock.now() },
        ...{ altogether: purposeOf(purpose).renews === 'altogether', dueSince },
      });
      if (!order) return chargeOne(wanted);
      const { email = '' } = (await addresses.find(accountId)) ?? {};
      const result = await adapter
        .chargeSaved(toProviderOrder(order, email, config), vault.openToken(order.method_id, order.method_token))
        .catch((error: unknown): ChargeResult => {
          // The request may have arrived anyway: only the provider knows.
          logger.warn('a charge without an answer', { accountId, ...errorFields(error) });
          return { status: 'unknown' };
        });
      if (result.status === 'paid') return payments.send({ order, event: result.event });
      if (result.status === 'declined') return fail(order, result.reason, 'declined');
      return result.status === 'redirect' ? fail(order, confirmMessage, 'redirected') : { status: 'unknown' };
    },
  };
}
