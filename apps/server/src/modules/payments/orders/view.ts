import { type FlaggedPayment, type OrderView, type PaymentProvider, packRefundDays } from '@vlam/contract/payments';
import { optionsOf } from '../flags/flag-policy.ts';
import type { MethodRow } from '../methods/method-store.ts';
import type { EventRow } from '../provider-events/event-store.ts';
import type { SecondRow } from '../second-payments/second-payment-store.ts';
import type { ListedOrder, OrderRow } from './order-store.ts';

const dayMs = 86_400_000;
const day = new Intl.DateTimeFormat('en-ZA', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Africa/Johannesburg',
});

/** 21 Nov 2026. */
export const formatDay = (at: Date): string => day.format(at);

/** R599.00. */
export const formatRand = (cents: number): string => `R${(cents / 100).toFixed(2)}`;

/** 2026-000001: unique and without gaps within a year. */
export const receiptNumber = (receipt: { year: number; number: number }): string =>
  `${receipt.year}-${String(receipt.number).padStart(6, '0')}`;

/** Until when the member may ask for this order's money back; null when they may not, or have. */
export function refundableUntil(order: OrderRow, now: Date): Date | null {
  if (order.purpose !== 'pack' || order.state !== 'paid' || !order.paid_at || order.refund_requested_at) return null;
  const until = new Date(order.paid_at.getTime() + packRefundDays * dayMs);
  return now < until ? until : null;
}

/** Credits that an order noted under this name; 0 without. */
export function creditsIn({ details }: Pick<OrderRow, 'details'>, name: string): number {
  const value = details[name];
  return typeof value === 'number' ? value : 0;
}

export function toOrderView(order: ListedOrder, now: Date): OrderView {
  const { receipt_year: year, receipt_number: number } = order;
  return {
    id: order.id,
    purpose: order.purpose,
    description: order.description,
    amount: Number(order.amount_cents) / 100,
    amountCents: Number(order.amount_cents),
    status: order.state,
    failureReason: order.failure_reason,
    createdAt: order.created_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    receiptNumber: year === null || number === null ? null : receiptNumber({ year, number }),
    firstPurchaseCredits: creditsIn(order, 'firstPurchaseCredits'),
    refundableUntil: refundableUntil(order, now)?.toISOString() ?? null,
    refundRequestedAt: order.refund_requested_at?.toISOString() ?? null,
  };
}

export const toMethodView = (method: MethodRow) => ({
  id: method.id,
  provider: method.provider as PaymentProvider,
  brand: method.brand,
  lastFour: method.last_four,
  expiresOn: method.expires_on,
  createdAt: method.created_at.toISOString(),
});

/** What a provider gave back, as the member reads it. */
export function formatRefund(
  order: Pick<OrderRow, 'amount_cents' | 'charge_currency' | 'refund_amount' | 'refund_currency'>,
): string {
  const { refund_amount: amount, refund_currency: currency } = order;
  if (amount === null || currency === null) return formatRand(Number(order.amount_cents));
  return currency === 'ZAR' ? formatRand(Number(amount)) : `${(Number(amount) / 100).toFixed(2)} ${currency}`;
}

const optionsShown = (order: OrderRow, events: readonly EventRow[]) => {
  const { canGrant, canRefund, canEnd } = optionsOf(order, events);
  return { canGrant, canRefund, canEnd };
};

/** A second payment with its order, for staff. */
export const toSecondView = (second: SecondRow, order: OrderRow, events: readonly EventRow[]): FlaggedPayment => {
  const charged = { amount: Number(second.amount), currency: second.currency };
  const { refund_requested_at: requestedAt, provider_reference: providerReference } = second;
  return {
    ...toFlaggedView(order, events),
    ...{ id: second.id, isSecond: true, status: second.state === 'returned' ? 'refunded' : 'held', flag: 'paid twice' },
    ...{ providerReference, ...charged, createdAt: second.received_at.toISOString() },
    ...{ canGrant: null, canRefund: second.state === 'held' ? charged : null, canEnd: false },
    refundRequestedAt: requestedAt?.toISOString() ?? null,
  };
};

export const toFlaggedView = (order: OrderRow, events: readonly EventRow[]): FlaggedPayment => ({
  ...optionsShown(order, events),
  refundRequestedAt: order.refund_requested_at?.toISOString() ?? null,
  id: order.id,
  orderId: order.id,
  isSecond: false,
  accountId: order.account_id,
  purpose: order.purpose,
  description: order.description,
  status: order.state,
  flag: order.flag ?? '',
  provider: order.provider as PaymentProvider,
  providerReference: order.provider_reference,
  amount: Number(order.charge_amount),
  currency: order.charge_currency,
  createdAt: order.created_at.toISOString(),
  events: events.map(({ kind, amount, currency, received_at, outcome }) => ({
    kind,
    amount: amount === null ? null : Number(amount),
    currency,
    receivedAt: received_at.toISOString(),
    outcome,
  })),
});
