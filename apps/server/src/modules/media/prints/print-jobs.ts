import type { Database } from '../../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Storage } from '../../../platform/storage.ts';
import { removeUnusedFolder } from '../copies.ts';
import type { HashCheck } from '../hash-check.ts';
import { findMedia } from '../store.ts';

const storePrintsKind = jobKind<{ mediaId: string }>('media.store-prints');
/** Hashes a blocked picture before its bytes are deleted. */
export const blockPrintsKind = jobKind<{ mediaId: string }>('media.block-prints');

/** The jobs that store and block perceptual hashes. */
export function createPrintJobs({
  db,
  jobs,
  storage,
  hashCheck,
}: {
  db: Database['db'];
  jobs: Jobs;
  storage: Storage;
  hashCheck: HashCheck;
}): { queue(mediaId: string): Promise<void>; tasks: JobTask[] } {
  return {
    queue: (mediaId) => jobs.enqueue(db, storePrintsKind, { mediaId }, { key: `prints:${mediaId}` }),
    tasks: [
      jobTask(storePrintsKind, async ({ mediaId }) => {
        const media = await findMedia(db, mediaId);
        if (media?.state === 'ready') await hashCheck.storePrints(db, media);
      }),
      jobTask(blockPrintsKind, async ({ mediaId }) => {
        const media = await findMedia(db, mediaId);
        if (!media) return;
        await hashCheck.blockPrints(db, media);
        await removeUnusedFolder(db, storage, media.storageKey);
      }),
    ],
  };
}
