import type { PaymentPurpose } from '@vlam/contract/payments';
import type { Db } from '../../../platform/database.ts';
import type { Purpose } from '../../../platform/purpose.ts';
import type { CreditsService } from '../../credits/service.ts';
import { differencePostings } from './difference.ts';
import { type OrderRow, toPaidOrder } from './order-store.ts';

/** Posts orders that are paid or reversed to the ledger, each with all its postings in one call. */
export interface Booking {
  /** Has the purpose grant what was paid for, and posts. Throws what the purpose throws. */
  pay(tx: Db, order: OrderRow, at: Date): Promise<void>;
  /** As `pay` for renewals of one purpose, written set-wise. */
  payAll(tx: Db, purpose: Purpose, orders: readonly OrderRow[], at: Date): Promise<void>;
  reverse(tx: Db, order: OrderRow, why: 'refund' | 'chargeback', at: Date): Promise<void>;
}

export function createBooking({
  credits,
  purposeOf,
}: {
  credits: Pick<CreditsService, 'postAll'>;
  purposeOf(name: PaymentPurpose): Purpose;
}): Booking {
  return {
    async pay(tx, order, at) {
      const purpose = purposeOf(order.purpose);
      const paid = toPaidOrder(order, at);
      const postings = await purpose.paid(tx, paid);
      const results = await credits.postAll(tx, [...postings, ...differencePostings(order, 'paid')]);
      await purpose.posted?.(tx, paid, results.slice(0, postings.length));
    },
    async payAll(tx, purpose, orders, at) {
      const paid = orders.map((order) => toPaidOrder(order, at));
      await credits.postAll(tx, (await purpose.paidAll?.(tx, paid)) ?? []);
    },
    async reverse(tx, order, why, at) {
      const postings = await purposeOf(order.purpose).reversed(tx, toPaidOrder(order, order.paid_at ?? at), why);
      await credits.postAll(tx, [...postings, ...differencePostings(order, why)]);
    },
  };
}
