import { waitsAtMostMs } from '@vlam/contract/rules/messaging';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { deleteExpired, deleteTombstones } from './message-store.ts';
import type { MessageMediaPort } from './parts.ts';

const atOnce = 1_000;
const batchesARun = 20;
const expireKind = jobKind('messaging.expire', { maxAttempts: 3 });

/** Deletes messages past their time for good, with the files that nothing else shows. Every minute. */
export function createExpiry(deps: {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  media: Pick<MessageMediaPort, 'forget'>;
}): { deleteExpired(): Promise<number>; tasks: JobTask[] } {
  const { db } = deps.database;

  async function run(): Promise<number> {
    let total = 0;
    await deleteTombstones(db, new Date(deps.clock.now().getTime() - waitsAtMostMs));
    for (let batch = 0; batch < batchesARun; batch += 1) {
      const { deleted } = await db.transaction().execute(async (tx) => {
        const gone = await deleteExpired(tx, deps.clock.now(), atOnce);
        if (gone.mediaIds.length > 0) await deps.media.forget(tx, gone.mediaIds);
        return gone;
      });
      total += deleted;
      if (deleted < atOnce) return total;
    }
    await deps.jobs.enqueue(db, expireKind, {}, { key: 'messaging.expire' });
    return total;
  }
  return { deleteExpired: run, tasks: [jobTask(expireKind, async () => void (await run()), { cron: '* * * * *' })] };
}
