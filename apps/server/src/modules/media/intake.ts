import { createHash } from 'node:crypto';
import { uploadLimits } from '@vlam/contract/media';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { newStorageFolder, type Storage } from '../../platform/storage.ts';
import { createPictureFetcher } from './fetch-picture.ts';
import type { HashCheck } from './hash-check.ts';
import type { Media, StoredMedia } from './media.ts';
import { PictureRefused, type ProcessedPicture, processImage } from './process-image.ts';
import { findMedia, insertMedia, markReady, markUnusable } from './store.ts';
import { createTurns } from './turns.ts';
import type { Uploads } from './uploads.ts';

const knownBad = 'This picture cannot be published';
const picturesAtOnce = 2;

export interface SampleOptions {
  /** Made when absent. */
  id?: string;
  createdAt?: Date;
}

export interface Intake {
  /** The job after an upload. Does nothing when the file has been dealt with. */
  processUpload(mediaId: string): Promise<void>;
  /**
   * Fetches and prepares a picture from an address a member gave. Throws `VALIDATION_FAILED`, `TOO_LARGE`,
   * `UNSUPPORTED_MEDIA` or `QUOTA_REACHED`.
   */
  importFromUrl(viewer: { accountId: string }, address: string): Promise<Media>;
  /** Stores one of our own pictures as an account's, without quota. Throws when it is no picture. */
  importSample(ownerAccountId: string, picture: Buffer, options?: SampleOptions): Promise<Media>;
  /** Makes and keeps every size of a picture in a folder; two at a time. Throws `PictureRefused`. */
  store(storageKey: string, picture: Buffer): Promise<ProcessedPicture>;
}

interface IntakeDependencies {
  db: Database['db'];
  clock: Clock;
  storage: Storage;
  uploads: Uploads;
  hashCheck: HashCheck;
  fetchPicture?: (address: string) => Promise<Buffer>;
}

export function createIntake(deps: IntakeDependencies): Intake {
  const { db, clock, storage, uploads, hashCheck } = deps;
  const fetchPicture =
    deps.fetchPicture ??
    createPictureFetcher({ maxBytes: uploadLimits.image, timeoutMs: 15_000, maxRedirects: 3, ports: [443] });
  const inTurn = createTurns(picturesAtOnce);

  const store = (storageKey: string, picture: Buffer): Promise<ProcessedPicture> =>
    inTurn(async () => {
      const processed = await processImage(picture);
      await Promise.all(processed.files.map(({ name, bytes }) => storage.put(`${storageKey}/${name}`, bytes)));
      return processed;
    });

  /** From processing to ready, failed or blocked. Running twice gives the same files and one outcome. */
  async function settle(
    { id, storageKey }: Pick<StoredMedia, 'id' | 'storageKey'>,
    picture: Buffer,
  ): Promise<StoredMedia> {
    const sha256 = createHash('sha256').update(picture).digest();
    if (await hashCheck.isKnownBad(db, { sha256 })) {
      await markUnusable(db, id, 'blocked', knownBad, sha256);
    } else {
      try {
        const processed = await store(storageKey, picture);
        const byteSize = picture.length;
        // Gone or blocked meanwhile: what was just stored must not stay.
        if (!(await markReady(db, id, { ...processed, sha256, byteSize, readyAt: clock.now() })))
          if ((await findMedia(db, id))?.state !== 'ready') await storage.removeFolder(storageKey);
      } catch (error) {
        if (!(error instanceof PictureRefused)) throw error;
        await markUnusable(db, id, 'failed', error.reason, sha256);
      }
    }
    const media = await findMedia(db, id);
    if (!media) throw new AppError('NOT_FOUND');
    return media;
  }

  return {
    store,
    async processUpload(mediaId) {
      const media = await findMedia(db, mediaId);
      if (media?.state === 'processing') {
        const picture = await uploads.readWhole(mediaId);
        if (picture) await settle(media, picture);
        else await markUnusable(db, mediaId, 'failed', new PictureRefused('unreadable').reason);
      }
      if (media?.state !== 'uploading') await uploads.removeFile(mediaId);
    },
    async importFromUrl({ accountId }, address) {
      // Counted before it is fetched, so that the quota also bounds how often we fetch for one account.
      const reserved = await uploads.reserve(accountId, 0, 'processing');
      try {
        const media = await settle(reserved, await fetchPicture(address));
        if (media.state !== 'ready') throw new AppError('UNSUPPORTED_MEDIA', { message: media.reason ?? knownBad });
        return media;
      } catch (error) {
        await markUnusable(db, reserved.id, 'failed', new PictureRefused('unreadable').reason);
        throw error;
      }
    },
    async importSample(ownerId, picture, options = {}) {
      const createdAt = options.createdAt ?? clock.now();
      const id = options.id ?? newId(createdAt.getTime());
      const storageKey = newStorageFolder();
      const processed = await store(storageKey, picture);
      const byteSize = picture.length;
      await insertMedia(db, { id, ownerId, state: 'processing', byteSize, storageKey, createdAt });
      await markReady(db, id, { ...processed, sha256: null, byteSize, readyAt: createdAt });
      const media = await findMedia(db, id);
      if (media?.state !== 'ready') throw new Error('a sample picture was not stored');
      return media;
    },
  };
}
