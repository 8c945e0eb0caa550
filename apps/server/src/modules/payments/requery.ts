import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Cashier } from './cashier.ts';
import { changeOpen, changeOrder, listForQuery, type OrderRow } from './store.ts';

const requery = jobKind('payments.requery', { maxAttempts: 2 });
const minuteMs = 60_000;
/** A webhook usually comes long before. */
const patienceMs = 5 * minuteMs;
/** An order the provider knows nothing of by then was given up by the payer. */
const abandonedMs = 24 * 60 * minuteMs;
/** However slow a bank is. */
const overdueMs = 7 * abandonedMs;
const atOnce = 200;

/** Asks providers about what they should have told us: webhooks get lost. */
export function createRequery(deps: {
  db: Database['db'];
  clock: Clock;
  logger: Logger;
  cashier: Pick<Cashier, 'ask'>;
}): { run(): Promise<void>; tasks: JobTask[] } {
  const { db, clock, logger, cashier } = deps;

  async function check(order: OrderRow): Promise<void> {
    const now = clock.now();
    await changeOrder(db, order.id, { queried_at: now });
    const answered = await cashier.ask(order);
    const ageMs = now.getTime() - order.created_at.getTime();
    if (ageMs < (answered ? overdueMs : abandonedMs)) return;
    // Should money come after all, the order is paid all the same.
    if (order.via === 'hosted')
      await changeOpen(db, order.id, { state: 'cancelled', closed_at: now, failure_reason: 'Not completed in time' });
    else await changeOpen(db, order.id, { state: 'failed', failure_reason: 'The payment provider gave no answer' });
  }

  async function run(): Promise<void> {
    const now = clock.now();
    for (const order of await listForQuery(db, now, new Date(now.getTime() - patienceMs), atOnce))
      await check(order).catch((error: unknown) =>
        logger.warn('a payment provider could not be asked', { code: order.provider, ...errorFields(error) }),
      );
  }

  return { run, tasks: [jobTask(requery, run, { cron: '*/5 * * * *' })] };
}
