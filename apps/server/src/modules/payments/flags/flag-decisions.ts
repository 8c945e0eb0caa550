import type { FlaggedPayment } from '@vlam/contract/payments';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { say } from '../../../platform/words.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { CreditsService } from '../../credits/service.ts';
import { endAttempts, markNeverArrived } from '../charges/attempt-store.ts';
import type { Booking } from '../orders/booking.ts';
import { paidCentsOf } from '../orders/difference.ts';
import { changeOrder, lockOrder, type OrderRow } from '../orders/order-store.ts';
import type { Refunds } from '../orders/refunds.ts';
import { toFlaggedView } from '../orders/view.ts';
import { listEvents } from '../provider-events/event-store.ts';
import type { EventIntake } from '../provider-events/intake.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { SecondPayments } from '../second-payments/second-payments.ts';
import { type Charged, type Decided, type Options, optionsOf } from './flag-policy.ts';

interface Decision {
  key: string | null;
  reason: string;
  action: 'granted' | 'refund_requested' | 'ended';
  accepts(options: Options): boolean;
}

const isSame = (shown: Charged | null, decided: Charged): boolean =>
  shown?.amount === decided.amount && shown.currency === decided.currency;

/** Decisions of staff about flagged payments, each committed with its audit row. */
export interface FlagDecisions {
  // All throw `NOT_FOUND` unless the order is flagged, `FORBIDDEN` for one's own payment, and `CONFLICT` when nothing is
  // to be decided or the amount differs from the shown one. Idempotent by key.
  /** Makes a held order paid and grants what it paid for. Throws `CONFLICT` when that can no longer be granted. */
  grant(viewer: Viewer, orderId: string, decided: Decided, key: string | null): Promise<FlaggedPayment>;
  /** Requests a refund at the provider; the order ends when the provider confirms it. */
  refund(viewer: Viewer, orderId: string, decided: Decided, key: string | null): Promise<FlaggedPayment>;
  /** Records that a charge never reached the provider: the order fails, and a renewal is retried. */
  end(viewer: Viewer, orderId: string, reason: string, key: string | null): Promise<FlaggedPayment>;
}

export function createFlagDecisions(deps: {
  clock: Clock;
  credits: Pick<CreditsService, 'transact'>;
  booking: Pick<Booking, 'pay'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  receipts: Pick<Receipts, 'enqueueReceiptMail' | 'issue'>;
  intake: Pick<EventIntake, 'saveMethod'>;
  refunds: Pick<Refunds, 'begin'>;
  secondPayments: Pick<SecondPayments, 'refund'>;
}): FlagDecisions {
  const { clock, credits, booking, compliance, receipts, intake, refunds, secondPayments } = deps;

  async function decide(
    viewer: Viewer,
    orderId: string,
    { key, reason, action, accepts }: Decision,
    act: (tx: Db, order: OrderRow, options: Options) => Promise<void>,
  ): Promise<FlaggedPayment> {
    return credits.transact(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) throw new AppError('NOT_FOUND');
      const events = await listEvents(tx, [orderId]);
      if (key !== null && order.decision_key === key) return toFlaggedView(order, events);
      if (!order.flag) throw new AppError('NOT_FOUND');
      if (order.account_id === viewer.accountId)
        throw new AppError('FORBIDDEN', { message: 'Another member of staff must decide on a payment of your own' });
      const options = optionsOf(order, events);
      if (!accepts(options)) throw new AppError('CONFLICT');
      await changeOrder(tx, orderId, {
        decision_key: key,
        ...(options.payment?.provider_reference ? { provider_reference: options.payment.provider_reference } : {}),
      });
      await compliance.recordAction(tx, {
        actorId: viewer.accountId,
        action: `payment.${action}`,
        targetType: 'payment',
        targetId: orderId,
        reason,
        details: { flag: order.flag, state: order.state, ...(options.canGrant ?? options.canRefund) },
      });
      await act(tx, order, options);
      const changed = await lockOrder(tx, orderId);
      return toFlaggedView(changed ?? order, events);
    });
  }

  async function accept(tx: Db, order: OrderRow, { payment, canGrant }: Options): Promise<void> {
    const now = clock.now();
    const paid = BigInt(canGrant?.amount ?? 0);
    // A later refund returns what was paid, not the price.
    const other =
      paid === order.charge_amount
        ? {}
        : { paid_amount: paid, refund_amount: paid, refund_currency: order.charge_currency };
    await changeOrder(tx, order.id, { state: 'paid', paid_at: now, flag: null, failure_reason: null, ...other });
    await endAttempts(tx, [order.id], 'paid', now);
    const accepted = { ...order, ...other };
    if (order.save_method && payment) await intake.saveMethod(tx, order, payment);
    await receipts.enqueueReceiptMail(tx, order);
    await booking.pay(tx, accepted, now).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
      throw new AppError('CONFLICT', { message: say`This can no longer be given: ${error.words}` });
    });
    await receipts.issue(tx, { ...order, amount_cents: paidCentsOf(accepted) });
  }

  return {
    grant: (viewer, orderId, { reason, ...shown }, key) =>
      decide(
        viewer,
        orderId,
        { key, reason, action: 'granted', accepts: ({ canGrant }) => isSame(canGrant, shown) },
        accept,
      ),
    refund: async (viewer, orderId, { reason, ...shown }, key) =>
      (await secondPayments.refund(viewer, orderId, { reason, ...shown }, key)) ??
      decide(
        viewer,
        orderId,
        { key, reason, action: 'refund_requested', accepts: ({ canRefund }) => isSame(canRefund, shown) },
        async (tx, order) => {
          await changeOrder(tx, order.id, { refund_amount: BigInt(shown.amount), refund_currency: shown.currency });
          await refunds.begin(tx, order.id);
        },
      ),
    end: (viewer, orderId, reason, key) =>
      decide(viewer, orderId, { key, reason, action: 'ended', accepts: ({ canEnd }) => canEnd }, async (tx, order) => {
        const now = clock.now();
        await markNeverArrived(tx, order.id, 'staff', now);
        const failure = { state: 'failed', failure_reason: 'Your card was not charged', closed_at: now } as const;
        await changeOrder(tx, order.id, { ...failure, flag: null });
      }),
  };
}
