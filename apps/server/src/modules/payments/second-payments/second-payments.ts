import type { FlaggedPayment } from '@vlam/contract/payments';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Jobs, jobKind } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { Decided } from '../flags/flag-policy.ts';
import { lockOrder, type OrderRow } from '../orders/order-store.ts';
import { toSecondView } from '../orders/view.ts';
import { type EventRow, listEvents } from '../provider-events/event-store.ts';
import type { Receipts } from '../receipts/receipts.ts';
import {
  changeSecond,
  findSecond,
  insertSecond,
  lockSecond,
  lockSecondByReference,
  type SecondRow,
} from './second-payment-store.ts';

/** Requests the refund of a second payment at the provider; `refunds` runs it. */
export const refundSecondPayment = jobKind<{ id: string }>('payments.refund-second');

/** Further payments of a paid order: stored, shown to staff and refunded, never booked. */
export interface SecondPayments {
  /**
   * In the transaction that handles an event, under the lock of its order: stores a further payment, or updates a stored
   * one. Returns whether the event was handled by that.
   */
  handleEvent(tx: Db, order: OrderRow, event: EventRow): Promise<boolean>;
  /** As `FlagDecisions.refund`, for a second payment; null when there is none of this id. */
  refund(viewer: Viewer, id: string, decided: Decided, key: string | null): Promise<FlaggedPayment | null>;
  /** Records that no refund is due; false when there is no such second payment. Throws `FORBIDDEN` for one's own. */
  settle(viewer: Viewer, id: string, reason: string): Promise<boolean>;
}

export function createSecondPayments(deps: {
  db: Database['db'];
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  compliance: Pick<ComplianceService, 'recordAction'>;
  receipts: Pick<Receipts, 'enqueueRefundMail'>;
}): SecondPayments {
  const { db, clock, logger, jobs, compliance, receipts } = deps;

  async function store(tx: Db, order: OrderRow, event: EventRow): Promise<void> {
    const { provider_reference: providerReference, amount, currency } = event;
    if (!providerReference || !amount || !currency) return;
    const at = clock.now();
    const second = { id: newId(at.getTime()), order, providerReference, amount, currency, at };
    if (await insertSecond(tx, second))
      logger.warn('an order was paid a second time', { accountId: order.account_id, code: order.provider });
  }

  async function close(tx: Db, order: OrderRow, second: SecondRow, kind: EventRow['kind']): Promise<void> {
    if (second.state === 'returned' || second.state === 'charged_back') return;
    const state = kind === 'refunded' ? 'returned' : 'charged_back';
    await changeSecond(tx, second.id, { state, closed_at: clock.now() });
    if (kind === 'refunded') await receipts.enqueueRefundMail(tx, order, second);
  }

  async function decide(
    viewer: Viewer,
    id: string,
    act: (tx: Db, second: SecondRow, order: OrderRow) => Promise<void>,
  ): Promise<FlaggedPayment | null> {
    return db.transaction().execute(async (tx) => {
      const known = await findSecond(tx, id);
      const order = known && (await lockOrder(tx, known.order_id));
      const second = order && (await lockSecond(tx, id));
      if (!second) return null;
      if (order.account_id === viewer.accountId)
        throw new AppError('FORBIDDEN', { message: 'Another member of staff must decide on a payment of your own' });
      await act(tx, second, order);
      return toSecondView((await lockSecond(tx, id)) ?? second, order, await listEvents(tx, [order.id]));
    });
  }

  const record = (tx: Db, viewer: Viewer, { id, ...second }: SecondRow, action: string, reason: string) =>
    compliance.recordAction(tx, {
      actorId: viewer.accountId,
      action,
      targetType: 'payment',
      targetId: id,
      reason,
      details: {
        order: second.order_id,
        reference: second.provider_reference,
        amount: Number(second.amount),
        currency: second.currency,
      },
    });

  return {
    async handleEvent(tx, order, event) {
      const { kind, provider_reference: reference } = event;
      const own = order.provider_reference;
      if (!reference || !own || reference === own) return false;
      const second = await lockSecondByReference(tx, order.provider, reference);
      if (kind === 'refunded' || kind === 'charged_back') {
        // Staff found it to be another reference of the order's own payment, which this reverses.
        if (!second || (second.state === 'settled' && !second.refund_requested_at)) return false;
        await close(tx, order, second, kind);
        return true;
      }
      if (kind !== 'paid') return false;
      if (second) return true;
      const wasPaid = ['paid', 'held', 'refunded', 'charged_back'].includes(order.state);
      if (!wasPaid) return false;
      const fits = event.amount === order.charge_amount && event.currency === order.charge_currency;
      if (order.state !== 'held' || !fits) {
        await store(tx, order, event);
        return true;
      }
      // The first payment was held for its amount; this one pays the order, and the first becomes the second payment.
      const [first] = (await listEvents(tx, [order.id])).filter(
        (one) => one.kind === 'paid' && one.provider_reference === own,
      );
      if (first) await store(tx, order, first);
      return false;
    },
    refund: (viewer, id, { reason, ...shown }, key) =>
      decide(viewer, id, async (tx, second) => {
        if (key !== null && second.decision_key === key) return;
        if (second.state !== 'held') throw new AppError('NOT_FOUND');
        if (shown.amount !== Number(second.amount) || shown.currency !== second.currency)
          throw new AppError('CONFLICT');
        await changeSecond(tx, id, { state: 'returning', refund_requested_at: clock.now(), decision_key: key });
        await record(tx, viewer, second, 'payment.refund_requested', reason);
        await jobs.enqueue(tx, refundSecondPayment, { id }, { key: `refund second ${id}` });
      }),
    async settle(viewer, id, reason) {
      const decided = await decide(viewer, id, async (tx, second) => {
        if (second.state !== 'held' && second.state !== 'returning') throw new AppError('NOT_FOUND');
        await changeSecond(tx, id, { state: 'settled', closed_at: clock.now() });
        await record(tx, viewer, second, 'payment.cleared', reason);
      });
      return decided !== null;
    },
  };
}
