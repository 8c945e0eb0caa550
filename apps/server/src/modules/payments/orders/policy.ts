import type { OrderState } from '@vlam/contract/payments';
import type { ProviderEventKind } from '../providers/port.ts';

export interface OrderFacts {
  state: OrderState;
  chargeAmount: bigint;
  chargeCurrency: string;
  /** Amount of the requested refund, unless it is the whole charge. */
  refund?: { amount: bigint; currency: string } | null;
}

export interface EventFacts {
  kind: ProviderEventKind;
  amount: bigint;
  currency: string;
}

/** Flag of a charge without an outcome: staff check with the provider. */
export const silentFlag = 'no answer';

/** Flag of a payment whose purchase was refused when it arrived, with the code of the refusal. */
export const undeliveredFlag = (code: string): string => `not delivered: ${code}`;
export const isUndelivered = (flag: string | null): boolean => flag?.startsWith(undeliveredFlag('')) === true;

export interface Decision {
  /** What the order becomes; null when it stays what it is. */
  state: OrderState | null;
  act: 'pay' | 'reverse' | null;
  /** `held`: nothing is wrong with the amount, but with who pays. */
  outcome: 'applied' | 'already' | 'mismatch' | 'held';
  /** Why staff must review the order. */
  flag: string | null;
}

const nothing: Decision = { state: null, act: null, outcome: 'already', flag: null };
const unpaid: ReadonlySet<OrderState> = new Set(['created', 'pending', 'failed', 'cancelled', 'held']);

/**
 * Effect of one provider event on an order. The final state does not depend on the order or number of events: charged back
 * wins over refunded, then paid, held, failed, cancelled.
 */
export function judge(order: OrderFacts, event: EventFacts): Decision {
  const { state, refund } = order;
  const matches = order.chargeAmount === event.amount && order.chargeCurrency === event.currency;
  const isAllBack = refund ? refund.amount === event.amount && refund.currency === event.currency : matches;
  const become = (next: OrderState, act: Decision['act'] = null): Decision => ({
    state: next,
    act,
    outcome: 'applied',
    flag: null,
  });
  switch (event.kind) {
    case 'paid':
      if (!unpaid.has(state)) return nothing;
      if (matches) return become('paid', 'pay');
      // Another amount than requested: nothing is granted, and staff decide.
      return { state: state === 'held' ? null : 'held', act: null, outcome: 'mismatch', flag: 'paid another amount' };
    case 'refunded':
      // A partial refund made at the provider: what was sold stays, and staff decide.
      if (!isAllBack) return { ...nothing, outcome: 'mismatch', flag: 'refunded another amount' };
      if (state === 'paid') return become('refunded', 'reverse');
      return unpaid.has(state) ? become('refunded') : nothing;
    case 'charged_back':
      if (state === 'charged_back') return nothing;
      return { ...become('charged_back', state === 'paid' ? 'reverse' : null), flag: 'charged back' };
    case 'failed':
      return state === 'created' || state === 'pending' || state === 'cancelled' ? become('failed') : nothing;
    case 'cancelled':
      return state === 'created' || state === 'pending' ? become('cancelled') : nothing;
    case 'pending':
      return state === 'created' ? become('pending') : nothing;
  }
}

/** Cents of VAT in a price that includes it, rounded half up: 15 of 115 at 15 percent. */
export function vatWithin(totalCents: number, percent: number): number {
  // Hundredths of a percent, so that no fraction is lost before the one division.
  const rate = Math.round(percent * 100);
  return Math.floor((2 * totalCents * rate + (10_000 + rate)) / (2 * (10_000 + rate)));
}

/** Hundredths of a foreign currency for rand cents at so many rand a unit, rounded up. */
export const convertCents = (cents: number, randPerUnit: number): number =>
  Math.ceil((cents * 10_000) / Math.round(randPerUnit * 10_000));
