import { cash, losses, movePosting, type Posting, platformIncome } from '../../credits/service.ts';
import type { OrderRow } from './order-store.ts';

type Accepted = Pick<OrderRow, 'id' | 'account_id' | 'description' | 'amount_cents' | 'charge_amount' | 'paid_amount'>;

/** Amount actually paid in rand cents; differs from the price when staff accepted another amount. */
export function paidCentsOf({ amount_cents, charge_amount, paid_amount }: Accepted): bigint {
  if (paid_amount === null || charge_amount === 0n) return amount_cents;
  // A charge in another currency: the same part of the price in rand, rounded half up.
  return (2n * amount_cents * paid_amount + charge_amount) / (2n * charge_amount);
}

/**
 * Difference between an accepted payment and its price: a surplus is the platform's income, a shortfall its loss, so
 * that cash equals what providers hold. A refund or chargeback reverses it the same way.
 */
export function differencePostings(order: Accepted, why: 'paid' | 'refund' | 'chargeback'): Posting[] {
  const difference = Number(paidCentsOf(order) - order.amount_cents);
  if (difference === 0) return [];
  const platform = difference > 0 ? platformIncome('cents') : losses.cents;
  const brings = difference > 0 === (why === 'paid');
  return [
    movePosting({
      kind: 'difference',
      ownerId: order.account_id,
      key: `difference:${order.id}:${why}`,
      reference: order.id,
      description: `${difference > 0 ? 'More' : 'Less'} than was asked: ${order.description}`,
      amount: Math.abs(difference),
      from: brings ? cash : platform,
      reserve: brings ? null : losses.cents,
      to: brings ? platform : cash,
    }),
  ];
}
