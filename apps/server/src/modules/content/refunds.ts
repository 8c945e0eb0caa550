import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import { type CreditsService, returnUnlock, type UnlockSale } from '../credits/service.ts';
import { findItem } from './store.ts';

const refundKind = jobKind<{ contentId: string }>('content.refund', { maxAttempts: 10 });
const batchSize = 100;
/** A purchase that was under way when the item disappeared is found by the second run. */
const secondRunAfterMs = 10 * 60_000;

export interface Refunds {
  /** Queues, in the caller's transaction, the return of every unlock of an item that is removed. */
  refundBuyers(tx: Db, contentId: string): Promise<void>;
  task: JobTask;
}

/** Gives buyers their credits back when a person in an item took their consent back. */
export function createRefunds(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  credits: Pick<CreditsService, 'transact' | 'move' | 'listUnlockSales'>;
  notify: Notify;
}): Refunds {
  const { db, clock, jobs, credits } = deps;

  async function refundOne(item: { id: string; title: string }, sale: UnlockSale): Promise<void> {
    await credits.transact(async (tx) => {
      const moves = await returnUnlock(tx, item.id, sale, {
        reclaim: `“${item.title}” was taken down`,
        giveBack: `“${item.title}” was taken down, credits given back`,
      });
      await credits.move(tx, moves);
      await deps.notify(tx, {
        kind: 'content_refunded',
        to: { accountId: sale.payerId },
        key: `content_refunded:${item.id}`,
        targetId: item.id,
        subject: item.title,
      });
    });
  }

  async function refundAll(contentId: string): Promise<void> {
    const item = await findItem(db, contentId);
    if (item?.state !== 'removed') return;
    let failure: unknown;
    for (;;) {
      const sales = await credits.listUnlockSales(contentId, batchSize);
      for (const sale of sales)
        try {
          await refundOne(item, sale);
        } catch (error) {
          // One buyer must not keep the others back; the job runs again.
          deps.logger.error('an unlock was not given back', { contentId, ...errorFields(error) });
          failure = error;
        }
      if (failure) throw failure;
      if (sales.length < batchSize) return;
    }
  }

  return {
    async refundBuyers(tx, contentId) {
      await jobs.enqueue(tx, refundKind, { contentId }, { key: `refund:${contentId}` });
      const runAt = new Date(clock.now().getTime() + secondRunAfterMs);
      await jobs.enqueue(tx, refundKind, { contentId }, { key: `refund-again:${contentId}`, runAt });
    },
    task: jobTask(refundKind, ({ contentId }) => refundAll(contentId)),
  };
}
