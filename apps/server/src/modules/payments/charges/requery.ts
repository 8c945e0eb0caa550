import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import { changeOpen, changeOrder, listForQuery, type OrderRow } from '../orders/order-store.ts';
import { silentFlag } from '../orders/policy.ts';
import { findAttempt } from './attempt-store.ts';
import type { ChargeService } from './charge-service.ts';

const requery = jobKind('payments.requery', { maxAttempts: 2 });
const minuteMs = 60_000;
/** Webhooks usually arrive much earlier. */
const graceMs = 5 * minuteMs;
/** After this time a charge without an outcome is flagged for staff. */
const silenceMs = 120 * minuteMs;
/** After this time a page the provider does not know was abandoned. */
const abandonedMs = 24 * 60 * minuteMs;
/** After this time even a slow bank has responded. */
const overdueMs = 7 * abandonedMs;
const batchSize = 200;

/** Queries providers about undecided orders: webhooks get lost. */
export function createRequery(deps: {
  db: Database['db'];
  clock: Clock;
  logger: Logger;
  charges: Pick<ChargeService, 'queryForProof'>;
}): { run(): Promise<void>; tasks: JobTask[] } {
  const { db, clock, logger, charges } = deps;

  async function check(order: OrderRow): Promise<void> {
    const now = clock.now();
    await changeOrder(db, order.id, { queried_at: now });
    const answer = await charges.queryForProof(order);
    const ageMs = now.getTime() - order.created_at.getTime();
    const attempt = await findAttempt(db, order.id);
    if (attempt && attempt.outcome === null) {
      // A charge that may have succeeded is neither cancelled nor repeated: staff check with the provider.
      if (ageMs >= (answer === 'found' ? overdueMs : silenceMs) && !order.flag)
        await changeOpen(db, order.id, { flag: silentFlag });
      return;
    }
    // Nothing is on its way to the provider. A renewal is charged again by its own run.
    if (answer === 'never_arrived' && order.via === 'saved') return giveUp(order, 'Your card was not charged');
    if (ageMs < (answer === 'found' ? overdueMs : abandonedMs)) return;
    await giveUp(order, 'Not completed in time');
  }

  /** A late payment still marks the order as paid. */
  async function giveUp({ id, via }: OrderRow, why: string): Promise<void> {
    const state = via === 'hosted' ? 'cancelled' : 'failed';
    await changeOpen(db, id, { state, closed_at: clock.now(), failure_reason: why, flag: null });
  }

  async function run(): Promise<void> {
    const now = clock.now();
    for (const order of await listForQuery(db, now, new Date(now.getTime() - graceMs), batchSize))
      await check(order).catch((error: unknown) =>
        logger.warn('a payment provider could not be asked', { code: order.provider, ...errorFields(error) }),
      );
  }

  return { run, tasks: [jobTask(requery, run, { cron: '*/5 * * * *' })] };
}
