import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { uploadLimits } from '@vlam/contract/media';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { newStorageFolder, type Storage } from '../../platform/storage.ts';
import { sentence } from '../../platform/words.ts';
import { type ClipContainer, clipName, posterName } from './clip/outcome.ts';
import { ClipRefused, processClip } from './clip/process-clip.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { FileFetcher } from './fetch-file.ts';
import { FileBlocked, type HashCheck } from './hash-check.ts';
import type { Media, StoredMedia } from './media.ts';
import { openUpload } from './picture/pictures.ts';
import { makeSizes, PictureRefused, type ProcessedPicture } from './process-image.ts';
import { findMedia, insertMedia, markReady, markUnusable } from './store.ts';
import { createStoreStream } from './stream/intake-stream.ts';
import { StreamRefused } from './stream/process-stream.ts';
import type { Uploads } from './uploads.ts';

const blockedReasons = {
  image: sentence('This picture cannot be published'),
  clip: sentence('This clip cannot be sent'),
  stream: sentence('This file cannot be published'),
} as const;
/** Why a blocked file cannot be used, for its owner. */
export const blockedReasonOf = ({ kind, isStream }: Pick<Media, 'kind' | 'isStream'>): string =>
  blockedReasons[isStream ? 'stream' : kind === 'video' ? 'clip' : 'image'];
const maxConcurrentPictures = 2;
/** Its creator waits for it. */
const pictureLimits = { maxBytes: uploadLimits.image, timeoutMs: 15_000 };

export interface SampleOptions {
  /** Generated when absent. */
  id?: string;
  createdAt?: Date;
}

export interface Intake {
  /** Runs after an upload; no effect when the file has been processed. */
  processUpload(mediaId: string): Promise<void>;
  /**
   * Fetches and prepares a picture from an address a member gave. Throws `VALIDATION_FAILED`, `TOO_LARGE`,
   * `UNSUPPORTED_MEDIA` or `QUOTA_REACHED`.
   */
  importFromUrl(viewer: { accountId: string }, address: string): Promise<Media>;
  /** Stores a sample picture for an account, without quota. Throws when it is no picture. */
  importSample(ownerAccountId: string, picture: Buffer, options?: SampleOptions): Promise<Media>;
  /** As `importSample`, for a sample clip at a path. Throws where clips cannot be opened. */
  importSampleClip(ownerAccountId: string, path: string, options?: SampleOptions): Promise<Media>;
  /** As `importSampleClip`, for a sample video or sound that is published. */
  importSampleStream(
    ownerAccountId: string,
    kind: 'video' | 'audio',
    path: string,
    options?: SampleOptions,
  ): Promise<Media>;
  /** Removes leftovers of crashed processes, older than `before`. */
  clearClipWorkFolder(before: Date): Promise<void>;
  /** Creates and stores every size of a sample picture in a folder; two concurrently. Throws `PictureRefused`. */
  storeSample(storageKey: string, picture: Buffer): Promise<ProcessedPicture>;
}

interface IntakeDependencies {
  db: Database['db'];
  clock: Clock;
  storage: Storage;
  uploads: Uploads;
  hashCheck: HashCheck;
  /** Folder where clips are prepared. */
  clipWorkFolder: string;
  /** Called with the percent of a stream's encoding. */
  onProgress(media: Pick<StoredMedia, 'id' | 'ownerId'>, percent: number): void;
  /** Called when a file is ready or has failed. */
  onSettled(media: Media): void;
  fetcher: Pick<FileFetcher, 'read'>;
}

export function createIntake(deps: IntakeDependencies): Intake {
  const { db, clock, storage, uploads, hashCheck, clipWorkFolder, onSettled, onProgress } = deps;
  const limitPictures = createConcurrencyLimit(maxConcurrentPictures);
  const limitClips = createConcurrencyLimit(1);

  const store = (storageKey: string, picture: Buffer, { isSample = false } = {}): Promise<ProcessedPicture> =>
    limitPictures(async () => {
      const opened = await openUpload(picture);
      if (!isSample && (await hashCheck.looksBlocked(db, opened))) throw new FileBlocked();
      const processed = await makeSizes(opened);
      await Promise.all(processed.files.map(({ name, bytes }) => storage.put(`${storageKey}/${name}`, bytes)));
      return processed;
    });

  const storeStream = createStoreStream({
    db,
    storage,
    hashCheck,
    workFolder: clipWorkFolder,
    storePicture: (storageKey, picture) => store(storageKey, picture),
    onProgress,
  });

  /** Creates and stores a clip and its poster; one at a time. Throws `ClipRefused`. */
  const storeClip = (storageKey: string, path: string): Promise<Stored> =>
    limitClips(async () => {
      const folder = join(clipWorkFolder, storageKey);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const { container, ...shown } = await processClip(path, folder);
        const clip = join(folder, clipName(container));
        const { widths, tints } = await store(storageKey, await readFile(join(folder, posterName)));
        await storage.put(`${storageKey}/${clipName(container)}`, createReadStream(clip));
        return { ...shown, widths, tints, clip: container, byteSize: (await stat(clip)).size };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });

  /** Moves a file from processing to ready, failed or blocked. Idempotent. */
  async function settle(
    media: Pick<StoredMedia, 'id' | 'storageKey' | 'kind' | 'isStream'>,
    sha256: Buffer,
    make: () => Promise<Stored>,
  ): Promise<StoredMedia> {
    const { id, storageKey } = media;
    if (await hashCheck.isBlocked(db, { sha256 })) {
      await markUnusable(db, id, 'blocked', blockedReasonOf(media), sha256);
    } else {
      try {
        // Deleted or blocked during processing: the files just stored must not stay.
        if (!(await markReady(db, id, { ...(await make()), sha256, readyAt: clock.now() })))
          if ((await findMedia(db, id))?.state !== 'ready') await storage.removeFolder(storageKey);
      } catch (error) {
        if (error instanceof FileBlocked) await markUnusable(db, id, 'blocked', blockedReasonOf(media), sha256);
        else if (isRefusal(error)) await markUnusable(db, id, 'failed', error.reason, sha256);
        else throw error;
      }
    }
    const settled = await findMedia(db, id);
    if (!settled) throw new AppError('NOT_FOUND');
    onSettled(settled);
    return settled;
  }

  const settlePicture = (media: Pick<StoredMedia, 'id' | 'storageKey' | 'kind' | 'isStream'>, picture: Buffer) =>
    settle(media, createHash('sha256').update(picture).digest(), async () => ({
      ...(await store(media.storageKey, picture)),
      byteSize: picture.length,
    }));

  async function settleUpload(media: StoredMedia): Promise<boolean> {
    if (media.kind !== 'image') {
      const file = await uploads.takeFile(media.id);
      if (!file) return false;
      try {
        await settle(media, await hashOfFile(file.path), () =>
          media.isStream ? storeStream(media, file.path) : storeClip(media.storageKey, file.path),
        );
      } finally {
        await file.release();
      }
      return true;
    }
    const picture = await uploads.readWhole(media.id);
    if (picture) await settlePicture(media, picture);
    return picture !== undefined;
  }

  async function importSampleFile(
    ownerId: string,
    kind: 'image' | 'video',
    make: (storageKey: string) => Promise<Stored>,
    options: SampleOptions,
  ): Promise<Media> {
    const createdAt = options.createdAt ?? clock.now();
    const id = options.id ?? newId(createdAt.getTime());
    const storageKey = newStorageFolder();
    const stored = await make(storageKey);
    const { byteSize } = stored;
    await insertMedia(db, { id, ownerId, kind, state: 'processing', byteSize, storageKey, createdAt });
    await markReady(db, id, { ...stored, sha256: null, readyAt: createdAt });
    const media = await findMedia(db, id);
    if (media?.state !== 'ready') throw new Error('a sample was not stored');
    return media;
  }

  const storeSample: Intake['storeSample'] = (storageKey, picture) => store(storageKey, picture, { isSample: true });

  return {
    storeSample,
    async clearClipWorkFolder(before) {
      for (const name of await readdir(clipWorkFolder).catch(() => [])) {
        const folder = join(clipWorkFolder, name);
        const left = await stat(folder).catch(() => null);
        if (left && left.mtime < before) await rm(folder, { recursive: true, force: true });
      }
    },
    async processUpload(mediaId) {
      const media = await findMedia(db, mediaId);
      if (media?.state === 'processing' && !(await settleUpload(media)))
        await markUnusable(db, mediaId, 'failed', new PictureRefused('unreadable').reason);
      if (media?.state !== 'uploading') await uploads.removeFile(mediaId);
    },
    async importFromUrl({ accountId }, address) {
      // Counted before it is fetched, so that the quota also bounds how often we fetch for one account.
      const kind = 'image';
      // Only creators publish.
      const reserved = await uploads.reserve(
        { accountId, isCreator: true },
        { kind, byteSize: 0, state: 'processing' },
      );
      try {
        const media = await settlePicture(
          { ...reserved, kind, isStream: false },
          await deps.fetcher.read(address, pictureLimits),
        );
        if (media.state !== 'ready')
          throw new AppError('UNSUPPORTED_MEDIA', { message: media.reason ?? blockedReasons.image });
        return media;
      } catch (error) {
        await markUnusable(db, reserved.id, 'failed', new PictureRefused('unreadable').reason);
        throw error;
      }
    },
    importSample: (ownerId, picture, options = {}) =>
      importSampleFile(
        ownerId,
        'image',
        async (storageKey) => ({ ...(await storeSample(storageKey, picture)), byteSize: picture.length }),
        options,
      ),
    async importSampleStream(ownerId, kind, path, options = {}) {
      const createdAt = options.createdAt ?? clock.now();
      const media = { id: options.id ?? newId(createdAt.getTime()), ownerId, kind, storageKey: newStorageFolder() };
      await insertMedia(db, { ...media, state: 'processing', byteSize: 0, isStream: true, createdAt });
      await markReady(db, media.id, { ...(await storeStream(media, path)), sha256: null, readyAt: createdAt });
      const stored = await findMedia(db, media.id);
      if (stored?.state !== 'ready') throw new Error('a sample was not stored');
      return stored;
    },
    importSampleClip: (ownerId, path, options = {}) =>
      importSampleFile(ownerId, 'video', (storageKey) => storeClip(storageKey, path), options),
  };
}

/** Properties of a file whose bytes are stored. */
type Stored = Pick<ProcessedPicture, 'widths' | 'tints'> & {
  /** Null for sound. */
  width: number | null;
  height: number | null;
  byteSize: number;
  clip?: ClipContainer;
  durationMs?: number;
};

const isRefusal = (error: unknown): error is Error & { reason: string } =>
  error instanceof PictureRefused || error instanceof ClipRefused || error instanceof StreamRefused;

async function hashOfFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}
