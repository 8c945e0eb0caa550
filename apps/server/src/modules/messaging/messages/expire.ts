import { waitsAtMostMs } from '@vlam/contract/rules/messaging';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { ProfilesService } from '../../profiles/service.ts';
import type { Tell } from '../posting/publish.ts';
import { listWithoutUnread } from '../threads/list-store.ts';
import type { MessageMediaPort, OnRead, Side } from '../types.ts';
import { deleteExpired, deleteTombstones } from './message-store.ts';

const atOnce = 1_000;
const batchesARun = 20;
const expireKind = jobKind('messaging.expire', { maxAttempts: 3 });

/** Deletes messages past their time for good, with the files that nothing else shows. Every minute. */
export function createExpiry(deps: {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  media: Pick<MessageMediaPort, 'forget'>;
  profiles: Pick<ProfilesService, 'cards'>;
  tell: Pick<Tell, 'expired'>;
  onRead: OnRead;
}): { deleteExpired(): Promise<number>; tasks: JobTask[] } {
  const { db } = deps.database;

  /** Bells that ring for what has gone are still once nothing else is unread. */
  async function quieten(tx: Db, sides: readonly Pick<Side, 'profileId' | 'otherId'>[]): Promise<void> {
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
    await deleteTombstones(db, new Date(deps.clock.now().getTime() - waitsAtMostMs));
    for (let batch = 0; batch < batchesARun; batch += 1) {
      const { deleted } = await transact(db, async (tx) => {
        const at = deps.clock.now();
        const gone = await deleteExpired(tx, at, atOnce);
        if (gone.mediaIds.length > 0) await deps.media.forget(tx, gone.mediaIds);
        await quieten(tx, await listWithoutUnread(tx, gone.unread, at));
        afterCommit(tx, () => deps.tell.expired(new Set(gone.unread.map(({ profileId }) => profileId))));
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
