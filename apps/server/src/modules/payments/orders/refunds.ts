import { packRefundDays } from '@vlam/contract/payments';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { PaymentsPort } from '../../../platform/purpose.ts';
import { say } from '../../../platform/words.ts';
import type { CreditsService } from '../../credits/service.ts';
import type { ChargeService } from '../charges/charge-service.ts';
import type { Freezes } from '../freezes/freezes.ts';
import type { PackPurpose } from '../packs/packs.ts';
import { findSecond } from '../second-payments/second-payment-store.ts';
import { refundSecondPayment } from '../second-payments/second-payments.ts';
import { changeOrder, findOrder, lockOrder, type OrderRow, toPaidOrder } from './order-store.ts';
import { refundableUntil } from './view.ts';

/** How often a refund that is held by a freeze is tried again. */
const heldMs = 3_600_000;
const refundOrder = jobKind<{ orderId: string }>('payments.refund');

/** Held payments can be refunded too: nothing was granted for them. */
const isOwed = ({ state }: OrderRow): boolean => state === 'paid' || state === 'held';

export interface Refunds {
  /**
   * Reclaims an unspent pack's credits and requests the refund at the provider; the order is refunded once the provider
   * confirms it. Throws `NOT_FOUND`, `CONFLICT` or `INSUFFICIENT_CREDITS`. A second request changes nothing.
   */
  request(accountId: string, orderId: string): Promise<void>;
  /** Requests a refund in the caller's transaction; a job sends it to the provider after commit. */
  begin(tx: Db, orderId: string): Promise<void>;
  /** As `begin`, for a paid order of which no refund is under way. */
  giveBack: PaymentsPort['giveBack'];
  tasks: JobTask[];
}

export function createRefunds(deps: {
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  credits: Pick<CreditsService, 'transact' | 'postAll'>;
  pack: PackPurpose;
  charges: Pick<ChargeService, 'query' | 'refund' | 'refundSecond'>;
  freezes: Pick<Freezes, 'lockOf'>;
}): Refunds {
  const { db, clock, jobs, credits, pack, charges } = deps;

  async function begin(tx: Db, orderId: string): Promise<void> {
    await changeOrder(tx, orderId, { refund_requested_at: clock.now() });
    await jobs.enqueue(tx, refundOrder, { orderId }, { key: `refund ${orderId}` });
  }

  /** What the member returned waits while their money is held; to them it is on its way, as any refund. */
  async function waitsForFreeze(order: OrderRow): Promise<boolean> {
    if (order.purpose !== 'pack' || order.state !== 'paid') return false;
    return db.transaction().execute(async (tx) => {
      const freeze = await deps.freezes.lockOf(tx, order.account_id);
      if (!freeze || freeze.isFinal) return false;
      const runAt = new Date(clock.now().getTime() + heldMs);
      await jobs.enqueue(tx, refundOrder, { orderId: order.id }, { key: `refund ${order.id}`, runAt });
      return true;
    });
  }

  return {
    begin,
    async giveBack(tx, orderId) {
      const order = await lockOrder(tx, orderId);
      if (order?.state === 'paid' && !order.refund_requested_at) await begin(tx, orderId);
    },
    async request(accountId, orderId) {
      await credits.transact(async (tx) => {
        const order = await lockOrder(tx, orderId);
        if (!order || order.account_id !== accountId) throw new AppError('NOT_FOUND');
        if (order.state === 'refunded' || order.refund_requested_at) return;
        if (!refundableUntil(order, clock.now()))
          throw new AppError('CONFLICT', {
            message: say`Only a pack of credits can be given back, within ${packRefundDays} days of buying it`,
          });
        await begin(tx, orderId);
        // Now, not when the provider confirms: credits on their way back must not be spent.
        const returned = await pack.reclaim(tx, toPaidOrder(order, order.paid_at ?? clock.now()));
        await credits.postAll(tx, returned).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'INSUFFICIENT_CREDITS') throw error;
          throw new AppError('INSUFFICIENT_CREDITS', {
            message: 'Some of these credits have been spent, so the pack cannot be given back',
            ...(error.details ? { details: error.details } : {}),
          });
        });
      });
    },
    tasks: [
      jobTask(refundOrder, async ({ orderId }, { attempt }) => {
        const order = await findOrder(db, orderId);
        // An earlier attempt may have succeeded although its reply was lost.
        if (order && isOwed(order) && attempt > 1) await charges.query(order);
        const still = attempt > 1 ? await findOrder(db, orderId) : order;
        if (still && isOwed(still) && !(await waitsForFreeze(still))) await charges.refund(still);
      }),
      jobTask(refundSecondPayment, async ({ id }) => {
        const second = await findSecond(db, id);
        const order = second && (await findOrder(db, second.order_id));
        if (order && second.state === 'returning') await charges.refundSecond(order, second);
      }),
    ],
  };
}
