import type { PaymentPurpose } from '@vlam/contract/payments';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Purpose } from '../../../platform/purpose.ts';
import { periodMs } from '../../../platform/renewals.ts';
import { requireShownRand } from '../../../platform/shown-price.ts';
import { type CreditsService, cash, clearingSince, losses, movePosting } from '../../credits/service.ts';
import { changeOrder, lockOrder, type OrderRow, toPaidOrder } from '../orders/order-store.ts';
import { packReturnKey } from '../packs/packs.ts';
import { insertDebt, listDebts, recordCards, reopenDebts, settleDebts } from './debt-store.ts';

const recoverSpent = jobKind<{ orderId: string; spent: number }>('payments.recover-spent');

/** Consequences of a chargeback: the payer owes what was spent, and creators lose uncleared earnings. */
export interface Debts {
  /** Called in the transaction that reverses a paid order, after its postings. */
  record(tx: Db, order: OrderRow, why: 'refund' | 'chargeback'): Promise<void>;
  purpose: Purpose;
  tasks: JobTask[];
}

export function createDebts(deps: {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  credits: Pick<
    CreditsService,
    'transact' | 'move' | 'recoverSpentCredits' | 'renewHolds' | 'sumLost' | 'listSuspectPairs'
  >;
  purposeOf(name: PaymentPurpose): Purpose;
}): Debts {
  const { db, clock, jobs, credits } = deps;

  /** Spent credits of a charged-back pack. */
  const spentOf = (tx: Db, order: OrderRow): Promise<number> | 0 =>
    order.purpose === 'pack' ? credits.sumLost(tx, order.account_id, packReturnKey(order.id)) : 0;

  function owedOf(order: OrderRow, spent: number): number {
    const cents = Number(order.amount_cents);
    if (order.purpose === 'tip') return cents;
    if (order.purpose === 'pack') return Math.ceil((cents * spent) / Math.max(1, Number(order.details.credits)));
    if (order.purpose !== 'subscription' && order.purpose !== 'vip') return 0;
    // For a membership, the time that was used; it begins after what was paid for before.
    const { paidUntil } = order.details;
    const startsAt = Math.max(
      (order.paid_at ?? clock.now()).getTime(),
      typeof paidUntil === 'string' ? Date.parse(paidUntil) : 0,
    );
    const usedMs = clock.now().getTime() - startsAt;
    const paidMs = periodMs * Number(order.details.months ?? 1);
    return Math.ceil((cents * Math.min(paidMs, Math.max(0, usedMs))) / paidMs);
  }

  const purpose: Purpose = {
    async quote({ accountId }, { amount }) {
      const debts = await listDebts(db, accountId);
      if (debts.length === 0) throw new AppError('CONFLICT', { message: 'You owe nothing' });
      const amountCents = debts.reduce((sum, { owedCents }) => sum + owedCents, 0);
      requireShownRand(amount, amountCents);
      return {
        amountCents,
        description: 'What you owe for payments that were taken back',
        details: { debts: debts.map(({ orderId }) => orderId).join(' ') },
      };
    },
    async paid(tx, order) {
      const by = { orderId: order.id, at: order.paidAt };
      const settled = await settleDebts(tx, order.accountId, String(order.details.debts).split(' '), by);
      // Another page settled the debt in the meantime: this payment is held and refunded.
      if (settled !== order.amountCents) throw new AppError('CONFLICT');
      return [postingOf(order, 'difference')];
    },
    async reversed(tx, order, why) {
      await reopenDebts(tx, order.id);
      return [postingOf(order, why)];
    },
  };

  /** A settled debt covers the platform's loss. */
  const postingOf = (order: Parameters<Purpose['paid']>[1], kind: 'difference' | 'refund' | 'chargeback') =>
    movePosting({
      kind,
      ownerId: order.accountId,
      key: `debt:${order.id}:${kind}`,
      reference: order.id,
      description: order.description,
      amount: order.amountCents,
      ...(kind === 'difference' ? { from: cash, to: losses.cents } : { from: losses.cents, to: cash }),
    });

  return {
    async record(tx, order, why) {
      const now = clock.now();
      const { id, account_id: accountId } = order;
      const spent = why === 'chargeback' ? await spentOf(tx, order) : 0;
      await jobs.enqueue(tx, recoverSpent, { orderId: id, spent }, { key: `recover spent ${id}` });
      if (why === 'refund') return;
      const used = await deps.purposeOf(order.purpose).usedCents?.(tx, toPaidOrder(order, order.paid_at ?? now));
      const owedCents = used ?? owedOf(order, spent);
      if (owedCents > 0) await insertDebt(tx, { orderId: id, accountId, owedCents, at: now });
      await recordCards(tx, { id, accountId }, now);
    },
    purpose,
    tasks: [
      jobTask(recoverSpent, ({ orderId, spent }) =>
        credits.transact(async (tx) => {
          const order = await lockOrder(tx, orderId);
          if (!order) return;
          const now = clock.now();
          const { account_id: payerId, description } = order;
          const moves = await credits.recoverSpentCredits(tx, {
            ...{ orderId, payerId, spent, clearingSince: clearingSince(now), now },
            description: `Taken back: ${description}`,
          });
          const suspects = await credits.listSuspectPairs(tx, { orderId, payerId, spent });
          if (suspects.length > 0)
            await changeOrder(tx, orderId, { flag: `charged back, spent on creator ${suspects.join(', ')}` });
          const kind = order.state === 'refunded' ? 'refund' : 'chargeback';
          const renewed = await credits.renewHolds(tx, { payerId, kind, clearingSince: clearingSince(now) }, moves);
          await credits.move(tx, [...moves, ...renewed]);
        }),
      ),
    ],
  };
}
