import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clipLimits, uploadLimits } from '@vlam/contract/media';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sniffPicture } from '../../platform/imagery/sharp.ts';
import { type Jobs, jobKind } from '../../platform/jobs.ts';
import { newStorageFolder } from '../../platform/storage.ts';
import { ClipRefused, clipsWork } from './clip/process-clip.ts';
import { looksLikeClip } from './clip/sniff.ts';
import type { MediaKind, StoredMedia } from './media.ts';
import { PictureRefused } from './process-image.ts';
import { findMedia, insertMedia, markProcessing, markUnusable, readUsage } from './store.ts';

export const processUploadKind = jobKind<{ mediaId: string }>('media.process', { maxAttempts: 6 });

/** Uploads of one account in 24 hours, failed ones included: of a creator, and of other members. */
export const dailyQuota = { uploads: 200, bytes: 2 * 1024 ** 3 } as const;
export const memberQuota = { uploads: 50, bytes: 250 * 1024 ** 2 } as const;
const limits = { image: uploadLimits.image, video: clipLimits.bytes } as const;
/** Supported kinds. */
export type SentKind = keyof typeof limits;
const dayMs = 86_400_000;

interface UploadsDependencies {
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  /** Folder of incomplete uploads. */
  directory: string;
}

export interface Uploads {
  directory: string;
  /** Reserves an id for a file of this size. Throws `TOO_LARGE`, `QUOTA_REACHED`, or `UNSUPPORTED_MEDIA` where clips cannot be opened. */
  reserve(
    owner: { accountId: string; isCreator: boolean },
    file: { kind: SentKind; byteSize: number; state?: 'uploading' | 'processing' },
  ): Promise<{ id: string; storageKey: string }>;
  /** The account's own upload. Throws `NOT_FOUND`, also for another account's. */
  find(ownerId: string, id: string): Promise<StoredMedia>;
  /** Bytes that have arrived, or undefined when there is no file. */
  received(id: string): Promise<number | undefined>;
  /** Called when the last byte has arrived; idempotent. Throws `UNSUPPORTED_MEDIA` for a file of another kind. */
  finish(id: string): Promise<void>;
  /** Cancels an unfinished upload; it still counts towards the daily quota. */
  cancel(id: string, reason: string): Promise<void>;
  /** Path of an uploaded file; undefined when it does not exist. */
  findPath(id: string): Promise<string | undefined>;
  /** The whole file; undefined when it does not exist. */
  readWhole(id: string): Promise<Buffer | undefined>;
  removeFile(id: string): Promise<void>;
  /** Ids of files older than a moment. */
  listFiles(before: Date): Promise<string[]>;
}

export function createUploads({ db, clock, jobs, directory }: UploadsDependencies): Uploads {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => join(directory, id);

  const uploads: Uploads = {
    directory,
    async reserve({ accountId: ownerId, isCreator }, { kind, byteSize, state = 'uploading' }) {
      if (byteSize > limits[kind]) throw new AppError('TOO_LARGE');
      if (kind === 'video' && !(await clipsWork()))
        throw new AppError('UNSUPPORTED_MEDIA', { message: new ClipRefused('unavailable').reason });
      const quota = isCreator ? dailyQuota : memberQuota;
      const now = clock.now();
      const media = {
        id: newId(now.getTime()),
        ownerId,
        kind,
        byteSize,
        state,
        storageKey: newStorageFolder(),
        createdAt: now,
      };
      await db.transaction().execute(async (transaction) => {
        const used = await readUsage(transaction, ownerId, new Date(now.getTime() - dayMs));
        if (used.uploads >= quota.uploads || used.bytes + byteSize > quota.bytes)
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
    received: async (id) => (await statIfExists(pathOf(id)))?.size,
    async finish(id) {
      const kind = (await findMedia(db, id))?.kind ?? 'image';
      if (!(await syncAndSniff(pathOf(id), kind))) {
        const { reason } = kind === 'video' ? new ClipRefused('unsupported') : new PictureRefused('unsupported');
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
    findPath: async (id) => ((await statIfExists(pathOf(id))) ? pathOf(id) : undefined),
    async readWhole(id) {
      return (await statIfExists(pathOf(id))) && readFile(pathOf(id));
    },
    async removeFile(id) {
      await Promise.all([rm(pathOf(id), { force: true }), rm(`${pathOf(id)}.json`, { force: true })]);
    },
    async listFiles(before) {
      const names = (await readdir(directory)).filter((name) => !name.endsWith('.json'));
      const old = await Promise.all(
        names.map(async (name) => ((await statIfExists(pathOf(name)))?.mtime ?? before) < before),
      );
      return names.filter((_, index) => old[index]);
    },
  };
  return uploads;
}

/** Syncs an uploaded file to disk; returns whether its first bytes match its kind. */
async function syncAndSniff(path: string, kind: MediaKind): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const { buffer } = await file.read(Buffer.alloc(64), 0, 64, 0);
    await file.sync();
    return kind === 'video' ? looksLikeClip(buffer) : sniffPicture(buffer) !== null;
  } finally {
    await file.close();
  }
}

async function statIfExists(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
