import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { ProfilesService } from '../../profiles/service.ts';
import type { MessageMedia } from '../media/media.ts';
import { unused } from '../messages/message-store.ts';
import type { MessagingService } from '../service.ts';
import { listWithoutUnread } from '../threads/list-store.ts';
import { lockThreads } from '../threads/thread-store.ts';
import type { OnMessagesRead } from '../types.ts';
import { type BroadcastRow, findOwn, lockBroadcast } from './broadcast-store.ts';
import * as store from './take-back-store.ts';

export interface TakingBack {
  /** Stops a broadcast of a creator and enqueues the work of unsending it. Throws `NOT_FOUND`. */
  beginTakingBack(profileId: string, id: string): Promise<BroadcastRow>;
  /** Unsends it for everyone who neither read nor bought it; any number of processes may run it. */
  takeBack(id: string): Promise<void>;
  takeBackTasks: JobTask[];
}

export interface TakingBackDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  profiles: Pick<ProfilesService, 'findAccountId'>;
  media: Pick<MessageMedia, 'releaseFiles'>;
  messaging: Pick<MessagingService, 'publishChanged'>;
  onRead: OnMessagesRead;
}

const takeBackKind = jobKind<{ id: string }>('messaging.take-back');
const resumeKind = jobKind('messaging.resume-taking-back', { maxAttempts: 2 });
const batchLength = 100;
const resumedAtOnce = 20;
/** Work that has not ended after this long is looked at again. */
const stalledAfterMs = 60_000;

export function createTakingBack(deps: TakingBackDependencies): TakingBack {
  const { clock, jobs, media, messaging, profiles } = deps;
  const { db } = deps.database;

  /** Clears the notices of those who have nothing else unread from the writer. */
  async function clearNotices(tx: Db, writerId: string, taken: readonly store.TakenBack[]): Promise<void> {
    const sides = taken
      .filter((row) => row.was_unread)
      .map((row) => ({ profileId: row.receiver_id, otherId: writerId }));
    const read: { accountId: string; senderId: string }[] = [];
    for (const { profileId } of await listWithoutUnread(tx, sides, clock.now())) {
      const accountId = await profiles.findAccountId(tx, profileId);
      if (accountId) read.push({ accountId, senderId: writerId });
    }
    if (read.length > 0) await deps.onRead(tx, read);
  }

  /** Tries the next recipients in one commit; false when none are left. */
  async function takeBackOnce(broadcast: BroadcastRow): Promise<boolean> {
    const { id, profile_id: writerId } = broadcast;
    const taken = await transact(db, async (tx) => {
      const tried = await store.claimWritten(tx, id, batchLength);
      if (tried.length === 0) return null;
      // Reading and buying hold the same locks: each message is either taken back or opened.
      await lockThreads(tx, writerId, tried);
      const taken = await store.takeBack(tx, { broadcast, receivers: tried, at: clock.now() });
      await store.recordTakenBack(tx, id, { tried, taken: taken.map((row) => row.receiver_id) });
      await clearNotices(tx, writerId, taken);
      return taken;
    });
    // Awaited, so that the next batch begins when the events of this one are out.
    for (const { receiver_id: other, was_unread: wasUnread, ...row } of taken ?? [])
      await messaging.publishChanged(row, { one: writerId, other }, wasUnread);
    return taken !== null;
  }

  async function takeBack(id: string): Promise<void> {
    const broadcast = await db.transaction().execute((tx) => lockBroadcast(tx, id));
    if (!broadcast?.taken_back_at) return;
    while (await takeBackOnce(broadcast));
    await db.transaction().execute(async (tx) => {
      if (!(await store.endTakingBack(tx, id, clock.now()))) return;
      const mediaIds = await unused(tx, [{ media_id: broadcast.attachment_id }]);
      if (mediaIds.length > 0) await media.releaseFiles(tx, mediaIds);
    });
  }

  return {
    takeBack,
    beginTakingBack: (profileId, id) =>
      db.transaction().execute(async (tx) => {
        const before = await findOwn(tx, profileId, id);
        const row = await store.beginTakingBack(tx, profileId, id, clock.now());
        if (!row) throw new AppError('NOT_FOUND');
        if (!before?.taken_back_at) await jobs.enqueue(tx, takeBackKind, { id }, { key: `messaging.take-back:${id}` });
        return row;
      }),
    takeBackTasks: [
      jobTask(takeBackKind, ({ id }) => takeBack(id)),
      jobTask(
        resumeKind,
        async () => {
          const before = new Date(clock.now().getTime() - stalledAfterMs);
          for (const id of await store.listUntaken(db, before, resumedAtOnce)) await takeBack(id);
        },
        { cron: '* * * * *' },
      ),
    ],
  };
}
