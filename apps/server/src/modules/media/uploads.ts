import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadLimits } from '@vlam/contract/media';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sniffPicture } from '../../platform/imagery/sharp.ts';
import { type Jobs, jobKind } from '../../platform/jobs.ts';
import { newStorageFolder } from '../../platform/storage.ts';
import type { StoredMedia } from './media.ts';
import { PictureRefused } from './process-image.ts';
import { findMedia, insertMedia, markProcessing, markUnusable, readUsage } from './store.ts';

export const processUploadKind = jobKind<{ mediaId: string }>('media.process', { maxAttempts: 6 });

/** What one account may send in 24 hours, whatever became of it. */
export const dailyQuota = { uploads: 200, bytes: 2 * 1024 ** 3 } as const;
const dayMs = 86_400_000;

interface UploadsDependencies {
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  /** Where files lie while they arrive. */
  directory: string;
}

export interface Uploads {
  directory: string;
  /** Reserves an id for a file of so many bytes. Throws `TOO_LARGE` or `QUOTA_REACHED`. */
  reserve(
    ownerId: string,
    byteSize: number,
    state?: 'uploading' | 'processing',
  ): Promise<{ id: string; storageKey: string }>;
  /** The account's own upload; a foreign one is as missing as one that never was. */
  find(ownerId: string, id: string): Promise<StoredMedia>;
  /** Bytes that have arrived, or undefined when there is no file. */
  received(id: string): Promise<number | undefined>;
  /** Called when the last byte is there; a second time does nothing. Throws `UNSUPPORTED_MEDIA` for what is no picture. */
  finish(id: string): Promise<void>;
  /** Gives an unfinished upload up; it still counts for the day. */
  cancel(id: string, reason: string): Promise<void>;
  /** The whole file, or undefined when it is not there. */
  readWhole(id: string): Promise<Buffer | undefined>;
  removeFile(id: string): Promise<void>;
  /** Ids of files that lie here since before a moment. */
  listFiles(before: Date): Promise<string[]>;
}

export function createUploads({ db, clock, jobs, directory }: UploadsDependencies): Uploads {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => join(directory, id);

  const uploads: Uploads = {
    directory,
    async reserve(ownerId, byteSize, state = 'uploading') {
      if (byteSize > uploadLimits.image) throw new AppError('TOO_LARGE');
      const now = clock.now();
      const media = {
        id: newId(now.getTime()),
        ownerId,
        byteSize,
        state,
        storageKey: newStorageFolder(),
        createdAt: now,
      };
      await db.transaction().execute(async (transaction) => {
        const used = await readUsage(transaction, ownerId, new Date(now.getTime() - dayMs));
        if (used.uploads >= dailyQuota.uploads || used.bytes + byteSize > dailyQuota.bytes)
          throw new AppError('QUOTA_REACHED', { message: 'You have reached the upload limit for today' });
        await insertMedia(transaction, media);
      });
      return media;
    },
    async find(ownerId, id) {
      const media = await findMedia(db, id);
      if (media?.ownerId !== ownerId) throw new AppError('NOT_FOUND');
      return media;
    },
    received: async (id) => (await statOrNothing(pathOf(id)))?.size,
    async finish(id) {
      if (!(await syncPicture(pathOf(id)))) {
        const { reason } = new PictureRefused('unsupported');
        await uploads.cancel(id, reason);
        throw new AppError('UNSUPPORTED_MEDIA', { message: reason });
      }
      await db.transaction().execute(async (transaction) => {
        if (await markProcessing(transaction, id))
          await jobs.enqueue(transaction, processUploadKind, { mediaId: id }, { key: `media.process:${id}` });
      });
    },
    async cancel(id, reason) {
      await markUnusable(db, id, 'failed', reason);
      await uploads.removeFile(id);
    },
    async readWhole(id) {
      return (await statOrNothing(pathOf(id))) && readFile(pathOf(id));
    },
    async removeFile(id) {
      await Promise.all([rm(pathOf(id), { force: true }), rm(`${pathOf(id)}.json`, { force: true })]);
    },
    async listFiles(before) {
      const names = (await readdir(directory)).filter((name) => !name.endsWith('.json'));
      const old = await Promise.all(
        names.map(async (name) => ((await statOrNothing(pathOf(name)))?.mtime ?? before) < before),
      );
      return names.filter((_, index) => old[index]);
    },
  };
  return uploads;
}

/** Puts a file that arrived in pieces on disk for good; answers whether it begins like a picture. */
async function syncPicture(path: string): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    await file.sync();
    return sniffPicture(buffer) !== null;
  } finally {
    await file.close();
  }
}

async function statOrNothing(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
