import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { FileFetcher } from './fetch-file.ts';
import type { Media, StoredMedia } from './media.ts';
import { findImportAddress, findMedia, listImports, listUnsettled } from './store.ts';
import type { Uploads } from './uploads.ts';

type StreamKind = 'video' | 'audio';

const importKind = jobKind<{ mediaId: string }>('media.import', { maxAttempts: 3 });
const resumeImportsKind = jobKind('media.resume-imports', { maxAttempts: 2 });
/** A sender may be slow on purpose: more of them would keep other jobs waiting. */
const maxConcurrent = 2;
const nextAfterMs = 20_000;
/** Two gigabytes over a link of 30 Mbit/s. */
const timeoutMs = 10 * 60_000;
const minBytesPerSecond = 64 * 1024;
const wantedEveryMs = 5_000;
const resumeBatchSize = 100;

/** What other modules ask of films and sounds that are fetched. */
export interface StreamImports {
  /**
   * For a video or sound that a job fetches from an address and hands on as if it had been uploaded. What it returns
   * reserves it in the transaction of what refers to it, with whose commit it is fetched, and returns its id. Throws
   * `VALIDATION_FAILED` for an address that is never fetched, or `UNSUPPORTED_MEDIA` where films cannot be opened; then
   * `CONFLICT` while another one of the account is fetched, or `QUOTA_REACHED`.
   */
  prepareImport(viewer: { accountId: string }, kind: StreamKind, address: string): Promise<(tx: Db) => Promise<string>>;
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
}): { face: StreamImports; resume(before: Date): Promise<void>; tasks: JobTask[] } {
  const { db, jobs, uploads, fetcher, workFolder } = deps;
  let running = 0;
  // The queue runs by the real time.
  const queue = (on: Db, mediaId: string, delayMs = 0) =>
    jobs.enqueue(
      on,
      importKind,
      { mediaId },
      { key: `media.import:${mediaId}`, ...(delayMs > 0 ? { runAt: new Date(Date.now() + delayMs) } : {}) },
    );

  /** Writes the file to `path`; stops when its item or account is removed, or the lock lost. Returns its size. */
  async function save(media: StoredMedia, address: string, path: string, lost: AbortSignal): Promise<number> {
    const unwanted = new AbortController();
    const watch = setInterval(() => {
      findImportAddress(db, media.id).then(
        (wanted) => wanted ?? unwanted.abort(),
        () => undefined,
      );
    }, wantedEveryMs);
    try {
      const maxBytes = await uploads.bytesAllowed(media);
      const signal = AbortSignal.any([unwanted.signal, lost]);
      return await fetcher.save(address, path, { maxBytes, timeoutMs, minBytesPerSecond, signal });
    } finally {
      clearInterval(watch);
    }
  }

  async function fetchFile(mediaId: string, lost: AbortSignal): Promise<void> {
    const [media, address] = [await findMedia(db, mediaId), await findImportAddress(db, mediaId)];
    if (!media || !address) return;
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    // Of this run alone: one that has lost its lock may still be writing.
    const path = join(workFolder, `import-${mediaId}-${newId()}`);
    try {
      const byteSize = await save(media, address, path, lost);
      lost.throwIfAborted();
      await uploads.receive(media, byteSize, () => createReadStream(path));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      // Another run may have brought it since: its file must not fail by this one.
      lost.throwIfAborted();
      // What has travelled counts for the day.
      await uploads.countFetched(mediaId, (await stat(path).catch(() => null))?.size ?? 0);
      await uploads.cancel(mediaId, error.message);
      const failed = await findMedia(db, mediaId);
      if (failed) deps.onFailed(failed);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Fetches again what a killed process was fetching: the queue would keep its job locked for hours. */
  async function resume(before: Date): Promise<void> {
    for (const mediaId of await listImports(db, before, resumeBatchSize)) await queue(db, mediaId);
  }

  return {
    face: {
      async prepareImport({ accountId }, kind, address) {
        fetcher.requireAddress(address);
        // Only creators publish. The size is known when it is here.
        const owner = { accountId, isCreator: true };
        const file = { kind, byteSize: 0, isStream: true, importAddress: address };
        const reserve = await uploads.prepareReserve(owner, file);
        return async (tx) => {
          const { id } = await reserve(tx);
          await queue(tx, id);
          return id;
        };
      },
      isUnsettled: async (on, mediaIds) => (await listUnsettled(on, mediaIds)).length > 0,
    },
    resume,
    tasks: [
      jobTask(importKind, async ({ mediaId }) => {
        if (running >= maxConcurrent) return queue(db, mediaId, nextAfterMs);
        running += 1;
        try {
          // Another process that holds the lock fetches it.
          await uploads.locks.alone(mediaId, (lost) => fetchFile(mediaId, lost));
        } finally {
          running -= 1;
        }
      }),
      jobTask(resumeImportsKind, () => resume(new Date(deps.clock.now().getTime() - timeoutMs)), {
        cron: '*/15 * * * *',
      }),
    ],
  };
}
