import type { FlaggedPayment } from '@vlam/contract/payments';
import type { OrderRow } from '../orders/order-store.ts';
import { isUndelivered, silentFlag } from '../orders/policy.ts';
import type { EventRow } from '../provider-events/event-store.ts';

export type Charged = NonNullable<FlaggedPayment['canGrant']>;

/** A decision of staff, with the amount they were shown. */
export interface Decided extends Charged {
  reason: string;
}

export interface Options {
  /** The latest payment the provider reported. */
  payment: EventRow | null;
  canGrant: Charged | null;
  canRefund: Charged | null;
  /** Staff may record that the charge never reached the provider; it can then be retried. */
  canEnd: boolean;
}

const chargedBy = (event: EventRow | undefined): Charged | null =>
  event && event.amount !== null && event.amount > 0n && event.currency
    ? { amount: Number(event.amount), currency: event.currency }
    : null;

/**
 * Staff decisions allowed for a flagged order. A held payment is not in the ledger: it can be accepted in the requested
 * currency, or refunded. For a charge without an outcome, staff check with the provider. A partial refund can be completed.
 */
export function optionsOf(order: OrderRow, events: readonly EventRow[]): Options {
  const payment = events.findLast(({ kind }) => kind === 'paid') ?? null;
  const none: Options = { payment, canGrant: null, canRefund: null, canEnd: false };
  if (!order.flag || order.refund_requested_at) return none;
  if (order.state === 'held') {
    const paid = chargedBy(payment ?? undefined);
    // A debt that another payment settled can no longer be granted.
    const isSettled = order.purpose === 'debt' && isUndelivered(order.flag);
    const isGrantable = paid?.currency === order.charge_currency && !isSettled;
    return { ...none, canGrant: isGrantable ? paid : null, canRefund: paid };
  }
  if (order.flag === silentFlag && order.state === 'pending')
    return {
      ...none,
      canGrant: { amount: Number(order.charge_amount), currency: order.charge_currency },
      canEnd: true,
    };
  if (order.state !== 'paid') return none;
  const returned = events
    .filter(({ kind, currency }) => kind === 'refunded' && currency === order.charge_currency)
    .reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const rest = (order.paid_amount ?? order.charge_amount) - returned;
  if (returned === 0n || rest <= 0n) return none;
  return { ...none, canRefund: { amount: Number(rest), currency: order.charge_currency } };
}
