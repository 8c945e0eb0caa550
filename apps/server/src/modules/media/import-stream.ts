import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { FileFetcher } from './fetch-file.ts';
import type { Media } from './media.ts';
import { findMedia, listUnsettled } from './store.ts';
import type { Uploads } from './uploads.ts';

type StreamKind = 'video' | 'audio';

const importKind = jobKind<{ mediaId: string; address: string }>('media.import', { maxAttempts: 3 });
/** A sender may be slow on purpose: more of them would keep other jobs waiting. */
const maxConcurrent = 2;
const nextAfterMs = 20_000;
/** Two gigabytes over a link of 30 Mbit/s. */
const timeoutMs = 10 * 60_000;
const wait = 'A file of yours is being fetched. Wait until it is here';

/** What other modules ask of films and sounds that are fetched. */
export interface StreamImports {
  /**
   * Reserves a video or sound that a job fetches from an address and hands on as if it had been uploaded; returns its
   * id. Throws `VALIDATION_FAILED` for an address that is never fetched, `CONFLICT` while another one of the account is
   * fetched, `QUOTA_REACHED`, or `UNSUPPORTED_MEDIA` where films cannot be opened.
   */
  beginImport(viewer: { accountId: string }, kind: StreamKind, address: string): Promise<string>;
  /** Whether one of these files is on its way or being prepared. */
  isUnsettled(db: Db, mediaIds: readonly string[]): Promise<boolean>;
}

export function createStreamImports(deps: {
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  uploads: Uploads;
  fetcher: Pick<FileFetcher, 'requireAddress' | 'save'>;
  workFolder: string;
  /** Called when a file cannot be fetched or used. */
  onFailed(media: Media): void;
}): { face: StreamImports; task: JobTask } {
  const { db, clock, jobs, uploads, fetcher, workFolder } = deps;
  let running = 0;
  const queue = (mediaId: string, address: string, runAt?: Date) =>
    jobs.enqueue(db, importKind, { mediaId, address }, { key: `media.import:${mediaId}`, ...(runAt ? { runAt } : {}) });

  async function fetchFile(mediaId: string, address: string): Promise<void> {
    const media = await findMedia(db, mediaId);
    if (media?.state !== 'uploading') return;
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const path = join(workFolder, `import-${mediaId}`);
    try {
      const byteSize = await fetcher.save(address, path, { maxBytes: await uploads.limitOf(media), timeoutMs });
      await uploads.receive(media, byteSize, () => createReadStream(path));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await uploads.cancel(mediaId, error.message);
      const failed = await findMedia(db, mediaId);
      if (failed) deps.onFailed(failed);
    } finally {
      await rm(path, { force: true });
    }
  }

  const face: StreamImports = {
    async beginImport({ accountId }, kind, address) {
      fetcher.requireAddress(address);
      if (await uploads.isFetching(accountId)) throw new AppError('CONFLICT', { message: wait });
      // Only creators publish. The size is known when it is here.
      const owner = { accountId, isCreator: true };
      const { id } = await uploads.reserve(owner, { kind, byteSize: 0, isStream: true });
      await queue(id, address);
      return id;
    },
    isUnsettled: async (on, mediaIds) => (await listUnsettled(on, mediaIds)).length > 0,
  };
  return {
    face,
    task: jobTask(importKind, async ({ mediaId, address }) => {
      if (running >= maxConcurrent) return queue(mediaId, address, new Date(clock.now().getTime() + nextAfterMs));
      running += 1;
      try {
        await uploads.locks.alone(mediaId, () => fetchFile(mediaId, address));
      } finally {
        running -= 1;
      }
    }),
  };
}
