import { join } from 'node:path';
import type { MediaView } from '@vlam/contract/media';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { createDiskStorage, type Storage } from '../../platform/storage.ts';
import { clipsWork } from './clip/process-clip.ts';
import { createFiles, type Files, type MayView, type PictureAddresses } from './files.ts';
import { createHashCheck } from './hash-check.ts';
import { createIntake, type Intake, type SampleOptions } from './intake.ts';
import type { Media, StoredMedia } from './media.ts';
import { findMedia, listMedia, lockMediaForUse, markUnusable, updateSizes } from './store.ts';
import { sweepMedia } from './sweep.ts';
import { createUploads, processUploadKind, type Uploads } from './uploads.ts';
import { toMediaView } from './view.ts';

export type { MayView, Media, PictureAddresses, SampleOptions };

const sweepKind = jobKind('media.sweep', { maxAttempts: 2 });
const clipWorkMaxAgeMs = 3_600_000;
const removeFilesKind = jobKind<{ storageKey: string }>('media.remove-files');

/** Draws a sample picture at its first request; null when the id is not one of the samples. */
export type DrawSample = (mediaId: string) => Promise<Buffer | null>;

interface MediaDependencies {
  config: Pick<Config, 'dataDir' | 'masterKey'>;
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  /** The disk unless a test passes its own. */
  storage?: Storage;
  fetchPicture?: (address: string) => Promise<Buffer>;
  /** Called when an upload is ready or has failed. */
  onSettled?(media: Media): void;
  /** Whether an account other than the owner's may see a file; absent: none may. */
  mayView?: MayView | undefined;
  /** Draws sample pictures whose files are missing. */
  drawSample?: DrawSample | undefined;
}

export interface MediaService extends Files, Pick<Intake, 'importFromUrl' | 'importSample' | 'importSampleClip'> {
  uploads: Uploads;
  /** A file the viewer owns or may see, with its current addresses. Throws `NOT_FOUND`. */
  get(viewer: { accountId: string }, mediaId: string): Promise<MediaView>;
  /** As `findReadyImage`, for pictures and clips. */
  findReady(db: Db, accountId: string, mediaId: string): Promise<Media>;
  /** Whether this machine can open clips. */
  clipsWork(): Promise<boolean>;
  /**
   * The account's own picture, ready to be published; its row is locked until the caller's transaction ends.
   * Throws `NOT_FOUND`, or `MEDIA_NOT_READY` while it is prepared or after it failed.
   */
  findReadyImage(db: Db, accountId: string, mediaId: string): Promise<Media>;
  listByIds(db: Db, mediaIds: readonly string[]): Promise<Map<string, Media>>;
  /** At most six colours for a veil; none when the media is unknown. */
  tintsOf(db: Db, mediaId: string): Promise<string[]>;
  /** Removes a file for everyone with the caller's commit; a job deletes its bytes. */
  removeFiles(db: Db, mediaId: string): Promise<void>;
  /** As `removeFiles`, and later uploads of the same file are refused. */
  block(db: Db, mediaId: string): Promise<void>;
  /** Rejects when files cannot be written. */
  checkStorage(): Promise<void>;
  tasks: JobTask[];
}

export function createMediaService(deps: MediaDependencies): MediaService {
  const { config, db, clock, jobs } = deps;
  const storage = deps.storage ?? createDiskStorage(join(config.dataDir, 'media'));
  const uploads = createUploads({ db, clock, jobs, directory: join(config.dataDir, 'uploads') });
  const hashCheck = createHashCheck();
  const intake = createIntake({
    db,
    clock,
    storage,
    uploads,
    hashCheck,
    clipWorkFolder: join(config.dataDir, 'clips'),
    onSettled: deps.onSettled ?? (() => {}),
    ...(deps.fetchPicture ? { fetchPicture: deps.fetchPicture } : {}),
  });
  const { mayView = async () => false } = deps;
  const pendingRedraws = new Map<string, Promise<boolean>>();

  async function redrawSample(media: StoredMedia): Promise<boolean> {
    const picture = await deps.drawSample?.(media.id);
    if (!picture) return false;
    await updateSizes(db, media.id, await intake.store(media.storageKey, picture));
    return true;
  }

  const files = createFiles({
    config,
    db,
    clock,
    storage,
    mayView,
    restore(media) {
      const redraw = pendingRedraws.get(media.id) ?? redrawSample(media).finally(() => pendingRedraws.delete(media.id));
      pendingRedraws.set(media.id, redraw);
      return redraw;
    },
  });

  async function removeFiles(connection: Db, mediaId: string, reason: string): Promise<void> {
    const media = await findMedia(connection, mediaId);
    if (!media || !(await markUnusable(connection, mediaId, 'blocked', reason))) return;
    await jobs.enqueue(connection, removeFilesKind, { storageKey: media.storageKey });
  }

  const findReady: MediaService['findReady'] = async (connection, accountId, mediaId) => {
    const media = await lockMediaForUse(connection, mediaId);
    if (media?.ownerId !== accountId) throw new AppError('NOT_FOUND');
    if (media.state !== 'ready') throw new AppError('MEDIA_NOT_READY', media.reason ? { message: media.reason } : {});
    return media;
  };

  return {
    ...files,
    uploads,
    importFromUrl: intake.importFromUrl,
    importSample: intake.importSample,
    importSampleClip: intake.importSampleClip,
    clipsWork,
    async get(viewer, mediaId) {
      const media = await findMedia(db, mediaId);
      if (!media) throw new AppError('NOT_FOUND');
      const isOwn = media.ownerId === viewer.accountId;
      if (!isOwn && (media.state !== 'ready' || !(await mayView(viewer.accountId, media.id))))
        throw new AppError('NOT_FOUND');
      const pictures = files.addressesFor(viewer, media, { premium: !isOwn });
      return toMediaView(media, pictures, files.clipAddressFor(viewer, media));
    },
    findReady,
    async findReadyImage(connection, accountId, mediaId) {
      const media = await findReady(connection, accountId, mediaId);
      if (media.kind !== 'image') throw new AppError('NOT_FOUND');
      return media;
    },
    async listByIds(connection, mediaIds) {
      return new Map((await listMedia(connection, mediaIds)).map((media) => [media.id, media]));
    },
    tintsOf: async (connection, mediaId) => (await findMedia(connection, mediaId))?.tints ?? [],
    removeFiles: (connection, mediaId) => removeFiles(connection, mediaId, 'Removed'),
    async block(connection, mediaId) {
      const media = await findMedia(connection, mediaId);
      if (media?.sha256) await hashCheck.block(connection, { sha256: media.sha256 });
      await removeFiles(
        connection,
        mediaId,
        media?.kind === 'video' ? 'This clip cannot be sent' : 'This picture cannot be published',
      );
    },
    checkStorage: () => storage.put(`${'0'.repeat(32)}/probe`, Buffer.from('ok')),
    tasks: [
      jobTask(processUploadKind, ({ mediaId }) => intake.processUpload(mediaId)),
      jobTask(removeFilesKind, ({ storageKey }) => storage.removeFolder(storageKey)),
      jobTask(
        sweepKind,
        async () => {
          await sweepMedia({ db, clock, storage, uploads });
          // System time, which the file system writes.
          await intake.clearClipWorkFolder(new Date(Date.now() - clipWorkMaxAgeMs));
        },
        { cron: '41 * * * *' },
      ),
    ],
  };
}
