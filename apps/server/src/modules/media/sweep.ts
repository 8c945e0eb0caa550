import { libraryLimits } from '@vlam/contract/rules/library';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { isReferenced } from '../../platform/postgres-errors.ts';
import type { Storage } from '../../platform/storage.ts';
import { takeCaptions } from './captions/store.ts';
import { isFolderUsed } from './copies.ts';
import { releaseHeldFolders } from './held-folders.ts';
import { markUnusable } from './store.ts';
import { deleteMedia, listExistingIds, listStale, listUnusedCandidates, markReferenced } from './sweep-store.ts';
import type { Uploads } from './uploads.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const batchSize = 500;

/** Ages after which leftovers are removed. */
export const sweepAfterMs = {
  unfinished: dayMs,
  stuck: 2 * 60 * minuteMs,
  stuckStream: 2 * dayMs,
  failed: 7 * dayMs,
  unused: 7 * dayMs,
  /** Of a creator's uploads, which their library lists. */
  unusedInLibrary: libraryLimits.unusedDays * dayMs,
} as const;

interface SweepDependencies {
  db: Database['db'];
  clock: Clock;
  storage: Storage;
  uploads: Uploads;
}

/** Removes abandoned uploads and unused files, and finishes uploads whose last step was interrupted. */
export async function sweepMedia({ db, clock, storage, uploads }: SweepDependencies): Promise<void> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);

  for (const { id, byteSize, createdAt } of await listStale(db, 'uploading', ago(10 * minuteMs), batchSize)) {
    if ((await uploads.received(id)) === byteSize && byteSize > 0) await uploads.finish(id).catch(() => {});
    else if (createdAt < ago(sweepAfterMs.unfinished)) await uploads.cancel(id, 'This upload was not finished');
  }
  for (const { id, isStream, createdAt } of await listStale(db, 'processing', ago(sweepAfterMs.stuck), batchSize)) {
    // A stream waits for those before it.
    if (isStream && createdAt >= ago(sweepAfterMs.stuckStream)) continue;
    // A worker may still process a file that took hours to arrive.
    await uploads.locks.alone(id, async () => {
      await markUnusable(db, id, 'failed', 'This file could not be prepared. Please send it again');
      await uploads.removeFile(id);
    });
  }
  for (const { id, storageKey } of await listStale(db, 'failed', ago(sweepAfterMs.failed), batchSize))
    await remove(id, storageKey);
  const unusedBefore = { other: ago(sweepAfterMs.unused), library: ago(sweepAfterMs.unusedInLibrary) };
  for (const { id, storageKey } of await listUnusedCandidates(db, unusedBefore, batchSize))
    if (!(await remove(id, storageKey))) await markReferenced(db, id, now);

  await releaseHeldFolders(db, storage, batchSize);

  const files = await uploads.listFiles(ago(2 * dayMs));
  const known = await listExistingIds(db, files);
  for (const id of files) if (!known.has(id)) await uploads.removeFile(id);

  /** Returns false when a row of any module references the file. */
  async function remove(id: string, storageKey: string): Promise<boolean> {
    try {
      // Row and files go together: after a crash between the two, the next sweep finds the row.
      await db.transaction().execute(async (transaction) => {
        const captions = await takeCaptions(transaction, id);
        await deleteMedia(transaction, id);
        for (const folder of [storageKey, ...captions])
          if (!(await isFolderUsed(transaction, folder))) await storage.removeFolder(folder);
      });
      return true;
    } catch (error) {
      if (isReferenced(error)) return false;
      throw error;
    }
  }
}
