import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { isReferenced } from '../../platform/postgres-errors.ts';
import type { Storage } from '../../platform/storage.ts';
import { markUnusable } from './store.ts';
import { deleteMedia, listKnown, listLeft, listPerhapsUnused, markKept } from './sweep-store.ts';
import type { Uploads } from './uploads.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const atOnce = 500;

/** How long things may lie about. */
export const sweepAfterMs = {
  unfinished: dayMs,
  stuck: 2 * 60 * minuteMs,
  failed: 7 * dayMs,
  unused: 7 * dayMs,
} as const;

interface SweepDependencies {
  db: Database['db'];
  clock: Clock;
  storage: Storage;
  uploads: Uploads;
}

/** Clears what people began and left, and finishes uploads whose last step was cut off. Runs by the clock. */
export async function sweepMedia({ db, clock, storage, uploads }: SweepDependencies): Promise<void> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);

  for (const { id, byteSize, createdAt } of await listLeft(db, 'uploading', ago(10 * minuteMs), atOnce)) {
    if ((await uploads.received(id)) === byteSize && byteSize > 0) await uploads.finish(id).catch(() => {});
    else if (createdAt < ago(sweepAfterMs.unfinished)) await uploads.cancel(id, 'This upload was not finished');
  }
  for (const { id } of await listLeft(db, 'processing', ago(sweepAfterMs.stuck), atOnce)) {
    await markUnusable(db, id, 'failed', 'This file could not be prepared. Please send it again');
    await uploads.removeFile(id);
  }
  for (const { id, storageKey } of await listLeft(db, 'failed', ago(sweepAfterMs.failed), atOnce))
    await remove(id, storageKey);
  for (const { id, storageKey } of await listPerhapsUnused(db, ago(sweepAfterMs.unused), atOnce))
    if (!(await remove(id, storageKey))) await markKept(db, id, now);

  const files = await uploads.listFiles(ago(2 * dayMs));
  const known = await listKnown(db, files);
  for (const id of files) if (!known.has(id)) await uploads.removeFile(id);

  /** False when something refers to the file, whichever module that is. */
  async function remove(id: string, storageKey: string): Promise<boolean> {
    try {
      // The row goes only together with its files: a crash between the two leaves it for the next sweep.
      await db.transaction().execute(async (transaction) => {
        await deleteMedia(transaction, id);
        await storage.removeFolder(storageKey);
      });
      return true;
    } catch (error) {
      if (isReferenced(error)) return false;
      throw error;
    }
  }
}
