import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../platform/database.ts';
import type { Storage } from '../../../platform/storage.ts';
import { ProgramKilled } from '../confined.ts';
import { FileBlocked, type HashCheck } from '../hash-check.ts';
import type { StoredMedia } from '../media.ts';
import type { ProcessedPicture } from '../process-image.ts';
import { streamPosterName, trackFileName } from './outcome.ts';
import { processStream, StreamRefused } from './process-stream.ts';
import { forgetRun, saveStream, startStream, updateProgress } from './stream-store.ts';

interface StreamIntakeDependencies {
  db: Database['db'];
  storage: Storage;
  hashCheck: Pick<HashCheck, 'looksBlockedFrames'>;
  workFolder: string;
  /** Creates and stores every size of a picture. Throws `FileBlocked` for one that looks like a blocked picture. */
  storePicture(storageKey: string, picture: Buffer): Promise<ProcessedPicture>;
  onProgress(media: Pick<StoredMedia, 'id' | 'ownerId'>, percent: number): void;
}

export interface StoredStream {
  width: number | null;
  height: number | null;
  widths: number[];
  tints: string[];
  durationMs: number;
  byteSize: number;
}

const progressEveryMs = 1_000;
/** Whatever cuts off so many runs of one file would cut off the next. */
const maxUnfinishedRuns = 5;

/** Encodes and stores the stream of an uploaded file at a path. A second run starts over. */
export type StoreStream = (
  media: Pick<StoredMedia, 'id' | 'ownerId' | 'kind' | 'storageKey'>,
  path: string,
) => Promise<StoredStream>;

/**
 * Throws `StreamRefused`, or `FileBlocked` before anything is stored; `ProgramKilled` for a run that was cut off, of
 * which a file gets `maxUnfinishedRuns`.
 */
export function createStoreStream(deps: StreamIntakeDependencies): StoreStream {
  const { db, storage, hashCheck, workFolder, storePicture, onProgress } = deps;
  return async (media, path) => {
    const folder = join(workFolder, media.storageKey);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const kind = media.kind === 'audio' ? 'audio' : 'video';
    if ((await startStream(db, media.id)) >= maxUnfinishedRuns) throw new StreamRefused('cut-off', kind);
    let reportedAt = 0;
    let reported: Promise<void> = Promise.resolve();
    const report = (percent: number) => {
      const now = performance.now();
      if (now - reportedAt < progressEveryMs) return;
      reportedAt = now;
      // The next report follows within seconds.
      reported = updateProgress(db, media.id, percent).then(
        () => onProgress(media, percent),
        () => {},
      );
    };
    try {
      const stream = await processStream({ kind, input: path, folder, onProgress: report });
      if (await hashCheck.looksBlockedFrames(db, stream.asked)) throw new FileBlocked();
      // First: it is compared with the block list too, and nothing is stored of what is on it.
      const poster =
        kind === 'video' ? await storePicture(media.storageKey, await readFile(join(folder, streamPosterName))) : null;
      for (const { name } of stream.tracks)
        await storage.put(
          `${media.storageKey}/${trackFileName(name)}`,
          createReadStream(join(folder, trackFileName(name))),
        );
      await db.transaction().execute((tx) => saveStream(tx, media.id, stream));
      return {
        width: stream.width,
        height: stream.height,
        widths: poster?.widths ?? [],
        tints: poster?.tints ?? [],
        durationMs: stream.durationMs,
        byteSize: stream.tracks.reduce((sum, { byteSize }) => sum + byteSize, 0),
      };
    } catch (error) {
      if (!(error instanceof ProgramKilled)) await forgetRun(db, media.id).catch(() => {});
      // It waits for its next run, which begins at the start. A report still on its way must not end after this one.
      else
        await reported
          .then(() => updateProgress(db, media.id, 0))
          .then(
            () => onProgress(media, 0),
            () => {},
          );
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}
