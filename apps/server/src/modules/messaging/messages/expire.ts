import { maxOutboxWaitMs } from '@vlam/contract/rules/messaging';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { ProfilesService } from '../../profiles/service.ts';
import type { MessagePublisher } from '../posting/publish.ts';
import { listWithoutUnread } from '../threads/list-store.ts';
import type { MessageMediaPort, OnMessagesRead, Side } from '../types.ts';
import { deleteExpired, deleteTombstones } from './message-store.ts';

const batchSize = 1_000;
const batchesPerRun = 20;
const expireKind = jobKind('messaging.expire', { maxAttempts: 3 });

/** Deletes expired messages for good, with files that no message shows any more. Runs every minute. */
export function createExpiry(deps: {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  media: Pick<MessageMediaPort, 'releaseFiles'>;
  profiles: Pick<ProfilesService, 'cards'>;
  publisher: Pick<MessagePublisher, 'publishUnreadChanged'>;
  onRead: OnMessagesRead;
}): { deleteExpired(): Promise<number>; tasks: JobTask[] } {
  const { db } = deps.database;

  /** Clears notices of sides without unread messages. */
  async function clearNotices(tx: Db, sides: readonly Pick<Side, 'profileId' | 'otherId'>[]): Promise<void> {
    const cards = await deps.profiles.cards.list([...new Set(sides.map(({ profileId }) => profileId))]);
    const accountOf = new Map(cards.map(({ id, accountId }) => [id, accountId]));
    const read = sides.flatMap(({ profileId, otherId }) => {
      const accountId = accountOf.get(profileId);
      return accountId ? [{ accountId, senderId: otherId }] : [];
    });
    if (read.length > 0) await deps.onRead(tx, read);
  }

  async function run(): Promise<number> {
    let total = 0;
    await deleteTombstones(db, new Date(deps.clock.now().getTime() - maxOutboxWaitMs));
    for (let batch = 0; batch < batchesPerRun; batch += 1) {
      const { deleted } = await transact(db, async (tx) => {
        const at = deps.clock.now();
        const expired = await deleteExpired(tx, at, batchSize);
        if (expired.mediaIds.length > 0) await deps.media.releaseFiles(tx, expired.mediaIds);
        await clearNotices(tx, await listWithoutUnread(tx, expired.unread, at));
        afterCommit(tx, () =>
          deps.publisher.publishUnreadChanged(new Set(expired.unread.map(({ profileId }) => profileId))),
        );
        return expired;
      });
      total += deleted;
      if (deleted < batchSize) return total;
    }
    await deps.jobs.enqueue(db, expireKind, {}, { key: 'messaging.expire' });
    return total;
  }
  return { deleteExpired: run, tasks: [jobTask(expireKind, async () => void (await run()), { cron: '* * * * *' })] };
}
