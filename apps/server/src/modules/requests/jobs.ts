import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { listOverdue } from './store.ts';

const lapseKind = jobKind('requests.lapse', { maxAttempts: 2 });
const atOnce = 500;

/** Ends expired requests, every ten minutes; `lapse` ends one. */
export function lapseTask(deps: {
  db: Database['db'];
  clock: Clock;
  logger: Logger;
  lapse(requestId: string): Promise<unknown>;
}): JobTask {
  const { db, clock, logger } = deps;
  async function run(): Promise<void> {
    let failure: unknown;
    for (const id of await listOverdue(db, clock.now(), atOnce))
      try {
        await deps.lapse(id);
      } catch (error) {
        // One that fails must not block the others' money.
        logger.error('a request did not lapse', errorFields(error));
        failure = error;
      }
    if (failure) throw failure;
  }
  return jobTask(lapseKind, run, { cron: '*/10 * * * *' });
}
