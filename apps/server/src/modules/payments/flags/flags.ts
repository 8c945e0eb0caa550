import type { FlaggedPayment } from '@vlam/contract/payments';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import { changeOrder, countFlagged, listFlagged, lockOrder, type OrderRow } from '../orders/order-store.ts';
import { silentFlag } from '../orders/policy.ts';
import { toFlaggedView, toSecondView } from '../orders/view.ts';
import { listEvents } from '../provider-events/event-store.ts';
import { listSeconds } from '../second-payments/second-payment-store.ts';
import type { SecondPayments } from '../second-payments/second-payments.ts';

/** Flagged payments for staff. The operations declare the required permission. */
export interface Flags {
  /** Newest first, after the order `before`. */
  list(page: { before: string | null; limit: number }): Promise<FlaggedPayment[]>;
  /** Number of payments that wait for a decision. */
  count(): Promise<number>;
  /**
   * Audits that a staff member reviewed it. Throws `NOT_FOUND` unless the order is flagged, `FORBIDDEN` for one's own,
   * `CONFLICT` when it needs a decision.
   */
  clear(viewer: Viewer, orderId: string, reason: string): Promise<void>;
}

export function createFlags(deps: {
  db: Database['db'];
  compliance: Pick<ComplianceService, 'recordAction'>;
  secondPayments: Pick<SecondPayments, 'settle'>;
}): Flags {
  const { db, compliance } = deps;
  return {
    async list(page) {
      const [orders, secondPayments] = [await listFlagged(db, page), await listSeconds(db, page)];
      const events = await listEvents(db, [
        ...new Set([...orders.map(({ id }) => id), ...secondPayments.map(({ order }) => order.id)]),
      ]);
      const of = ({ id }: OrderRow) => events.filter((event) => event.order_id === id);
      return [
        ...orders.map((order) => toFlaggedView(order, of(order))),
        ...secondPayments.map(({ second, order }) => toSecondView(second, order, of(order))),
      ]
        .sort((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, page.limit);
    },
    count: () => countFlagged(db),
    async clear(viewer, orderId, reason) {
      if (await deps.secondPayments.settle(viewer, orderId, reason)) return;
      await db.transaction().execute(async (tx) => {
        const order = await lockOrder(tx, orderId);
        if (!order?.flag) throw new AppError('NOT_FOUND');
        if (order.account_id === viewer.accountId)
          throw new AppError('FORBIDDEN', { message: 'Another member of staff must review a payment of your own' });
        if (order.flag === silentFlag)
          throw new AppError('CONFLICT', { message: 'Look at the provider, then grant this payment or end it' });
        await changeOrder(tx, orderId, { flag: null });
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'payment.cleared',
          targetType: 'payment',
          targetId: orderId,
          reason,
          details: { flag: order.flag, state: order.state },
        });
      });
    },
  };
}
