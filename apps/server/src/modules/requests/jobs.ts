import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { listOverdue } from './store.ts';

const lapseKind = jobKind('requests.lapse', { maxAttempts: 2 });
const batchSize = 500;

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
    for (const id of await listOverdue(db, clock.now(), batchSize))
      try {
        await deps.lapse(id);
      } catch (error) {
        // A failure must not block the refunds of the others.
        logger.error('a request did not lapse', errorFields(error));
        failure = error;
      }
    if (failure) throw failure;
  }
  return jobTask(lapseKind, run, { cron: '*/10 * * * *' });
}
