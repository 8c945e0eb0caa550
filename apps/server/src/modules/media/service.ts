import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { MediaView, StreamView } from '@vlam/contract/media';
import { openBucket } from '../../platform/bucket.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { createLoader } from '../../platform/loader.ts';
import type { Logger } from '../../platform/logger.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { Storage } from '../../platform/storage.ts';
import { countErrors } from '../../platform/storage-counted.ts';
import { createDiskStorage } from '../../platform/storage-disk.ts';
import { createS3Storage } from '../../platform/storage-s3.ts';
import { type Captions, createCaptions, type IsEvidence } from './captions/captions.ts';
import { takeCaptions } from './captions/store.ts';
import { clipsWork } from './clip/process-clip.ts';
import { hideFromPrograms } from './confined.ts';
import { insertCopy, removeUnusedFolder } from './copies.ts';
import { createDerived, type Derived, type DerivedFile } from './derived.ts';
import { createEncodeAlone } from './encode-alone.ts';
import { createFileFetcher, type FileFetcher } from './fetch-file.ts';
import { createFiles, type Files, type PictureAddresses } from './files.ts';
import { createFilmMarks, type FilmMarks } from './film-mark/film-marks.ts';
import { createHashCheck } from './hash-check.ts';
import { createHolds, type Fingerprint, type Holds, type Match } from './holds.ts';
import { createStreamImports, type StreamImports } from './import-stream.ts';
import { blockedReasonOf, createIntake, type Intake, type SampleOptions } from './intake.ts';
import type { Media, MediaKind, StoredMedia } from './media.ts';
import { blockPrintsKind, createPrintJobs } from './prints/print-jobs.ts';
import { deletePrints, listWithoutPrints } from './prints/print-store.ts';
import { fileName } from './process-image.ts';
import { createRedraw, type DrawSample } from './redraw.ts';
import { removeFilesKind } from './remove-files.ts';
import { createStorageCheck } from './storage-check.ts';
import {
  clearDerivedFacts,
  endHold,
  findMedia,
  listCopies,
  listMedia,
  lockMediaForUse,
  markUnusable,
} from './store.ts';
import { createStreamFiles, type PreviewMsOf, type StreamFiles, type StreamHolder } from './stream/stream-files.ts';
import { createStreamReader } from './stream/stream-reader.ts';
import { findProgress } from './stream/stream-store.ts';
import { sweepMedia } from './sweep.ts';
import { createUploadLocks } from './upload-locks.ts';
import { createBucketUploadStore } from './upload-store-bucket.ts';
import { createDiskUploadStore } from './upload-store-disk.ts';
import { createUploads, processStreamKind, processUploadKind, type Uploads } from './uploads.ts';
import { toMediaView } from './view.ts';
import type { MayView } from './view-rights.ts';

export { looksLikeClip } from './clip/sniff.ts';
export { copiesOfFile, isFrozenFile, isReadyFile, isUnsettledFile, listFolders, usesOfFile } from './copies.ts';
export { beingPreparedMessage } from './film-mark/viewer-variants.ts';
export { guardRoute, type RouteGuardDependencies } from './guard-route.ts';
export { fromRaw, toRaw } from './process-image.ts';
export { secondsUntil, sendStreamFile } from './send-file.ts';
export { parseStreamAddress } from './stream/stream-addresses.ts';
export type { RawPicture } from './tints.ts';
export type {
  DerivedFile,
  DrawSample,
  FileFetcher,
  Fingerprint,
  IsEvidence,
  Match,
  MayView,
  Media,
  PictureAddresses,
  PreviewMsOf,
  SampleOptions,
  StreamHolder,
};

const sweepKind = jobKind('media.sweep', { maxAttempts: 2 });
const resumeKind = jobKind('media.resume', { maxAttempts: 2 });
const resumeAfterMs = 10 * 60_000;
const clipWorkMaxAgeMs = 3_600_000;
const copyWidth = 720;
const localFileMaxAgeMs = 24 * 3_600_000;

interface MediaDependencies {
  config: Pick<Config, 'dataDir' | 'keys' | 's3'>;
  db: Database['db'];
  /** Address of the same database, for the connection that holds the locks of uploads. */
  databaseUrl: string;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  settings: Pick<OperatorSettings, 'recent'>;
  /** The configured storage unless a test passes its own. */
  storage?: Storage;
  /** Fetches from the web unless a test passes its own. */
  fetcher?: FileFetcher | undefined;
  /** Called with the percent of a video's or sound's encoding. */
  onProgress?(media: Pick<Media, 'id' | 'ownerId'>, percent: number): void;
  /** Called when an upload is ready or has failed. */
  onSettled?(media: Media): void;
  /** Called in the transaction that blocks files. */
  onBlocked?(tx: Db, mediaIds: readonly string[]): Promise<void>;
  /** Whether an account other than the owner's may see a file; absent: none may. */
  mayView?: MayView | undefined;
  /** Milliseconds of a file that an account may play without the right to it; absent: none. */
  previewMsOf?: PreviewMsOf | undefined;
  /** Whether a moderator decides about a file; absent: about none. */
  isEvidence?: IsEvidence | undefined;
  /** Draws sample pictures whose files are missing. */
  drawSample?: DrawSample | undefined;
}

export interface MediaService
  extends Files,
    Derived,
    StreamFiles,
    Captions,
    FilmMarks,
    Holds,
    StreamImports,
    Pick<Intake, 'importFromUrl' | 'importSample' | 'importSampleClip' | 'importSampleStream'> {
  uploads: Uploads;
  /** A file the viewer owns or may see, with its current addresses. Throws `NOT_FOUND`. */
  get(viewer: { accountId: string }, mediaId: string): Promise<MediaView>;
  /** A file with its current addresses; the caller has checked the right. `premium` has the viewer's mark embedded. */
  viewOf(viewer: { accountId: string }, media: Media, options: { premium: boolean }): MediaView;
  /**
   * Where a viewer plays a clip, a video or sound; null for other files. A clip that is sold is a stream for all but
   * its owner. The caller has checked the right.
   */
  playAddressFor(viewer: { accountId: string }, media: Media): string | null;
  /** As `findReadyImage`, for pictures, clips, copies of streams, and sound if it is `taken`; other streams are `NOT_FOUND`. */
  findReady(db: Db, accountId: string, mediaId: string, sound?: 'taken'): Promise<Media>;
  /** Whether this machine can open clips. */
  clipsWork(): Promise<boolean>;
  /**
   * The account's own picture, ready to be used; its row is locked until the caller's transaction ends.
   * Throws `NOT_FOUND`, or `MEDIA_NOT_READY` while it is prepared or after it failed.
   */
  findReadyImage(db: Db, accountId: string, mediaId: string): Promise<Media>;
  /** As `findReadyImage`, for a picture, or a video or sound that was sent to be published. */
  findPublishable(db: Db, accountId: string, mediaId: string, kinds: readonly MediaKind[]): Promise<Media>;
  /** Qualities and addresses of a video or sound the viewer owns or may see. Throws `NOT_FOUND`. */
  getStream(viewer: { accountId: string }, mediaId: string): Promise<StreamView>;
  listByIds(db: Db, mediaIds: readonly string[]): Promise<Map<string, Media>>;
  /** At most six colours for a veil; none when the media is unknown. */
  tintsOf(db: Db, mediaId: string): Promise<string[]>;
  /** SHA-256 of each uploaded file in order; samples and unknown files are left out. */
  listHashes(db: Db, mediaIds: readonly string[]): Promise<Buffer[]>;
  /** Ids of its owner's rows with the same bytes, itself among them; none for unknown files. */
  listCopies(db: Db, mediaId: string): Promise<string[]>;
  /** The account's own ready file of any kind; locked and refused as `findReadyImage` does. */
  findReusable(db: Db, accountId: string, mediaId: string): Promise<Media>;
  /** A row of its own for another use of the account's ready file, by its id. Throws as `findReusable`. */
  copyForUse(tx: Db, accountId: string, mediaId: string): Promise<string>;
  /** A picture as WebP, at most 720 pixels wide; null unless it is ready and stored. The caller has checked the viewer's right. */
  readCopy(mediaId: string, maxWidth?: number): Promise<Buffer | null>;
  /** Removes this use of a file for everyone with the caller's commit; a job deletes bytes that no use needs. */
  removeFiles(db: Db, mediaId: string): Promise<void>;
  /** As `removeFiles`, and deletes what was derived from the picture: its hashes and colours. */
  discard(db: Db, mediaId: string): Promise<void>;
  /**
   * As `removeFiles` for every use of the file, and later uploads of it, or of a picture like it, are refused. The bytes
   * of a frozen file stay.
   */
  block(db: Db, mediaId: string): Promise<void>;
  /** Ids of up to twelve stored pictures that look like this one, nearest first. Throws `UNSUPPORTED_MEDIA`. */
  listLookalikes(picture: Buffer): Promise<string[]>;
  /** Also for files of other modules. */
  storage: Storage;
  /** Rejects when files cannot be written. */
  checkStorage(): Promise<void>;
  /** Enqueues what a killed process was preparing; a file that a living process prepares is left to it. */
  resumeProcessing(): Promise<void>;
  tasks: JobTask[];
}

export function createMediaService(deps: MediaDependencies): MediaService {
  const { config, db, clock, jobs } = deps;
  hideFromPrograms(config.dataDir);
  const bucket = config.s3 && openBucket(config.s3);
  const storage = countErrors(
    deps.storage ?? (bucket ? createS3Storage(bucket) : createDiskStorage(join(config.dataDir, 'media'))),
  );
  const store = bucket
    ? createBucketUploadStore({ bucket, directory: join(config.dataDir, 'arriving'), find: (id) => findMedia(db, id) })
    : createDiskUploadStore(join(config.dataDir, 'uploads'));
  const uploads = createUploads({
    ...{ db, clock, jobs, store, settings: deps.settings },
    locks: createUploadLocks(deps.databaseUrl),
  });
  const hashCheck = createHashCheck(storage);
  const prints = createPrintJobs({ db, jobs, storage, hashCheck });
  const { fetcher = createFileFetcher() } = deps;
  const intake = createIntake({
    ...{ db, clock, storage, uploads, hashCheck },
    clipWorkFolder: join(config.dataDir, 'clips'),
    onProgress: (media, percent) => deps.onProgress?.(media, percent),
    onSettled(media) {
      // The next sweep, or start, finds those whose job could not be stored.
      const queue = media.kind === 'image' ? prints.queue : (id: string) => filmMarks.face.markNewUse(db, id);
      if (media.state === 'ready') void queue(media.id).catch(() => {});
      deps.onSettled?.(media);
    },
    fetcher,
  });
  const imports = createStreamImports({
    ...{ db, clock, jobs, uploads, fetcher, workFolder: join(config.dataDir, 'clips') },
    onFailed: (media) => deps.onSettled?.(media),
  });
  const { mayView = async () => false } = deps;
  const loader = createLoader<string, StoredMedia>({
    name: 'media.files',
    keyOf: (id) => id,
    read: async (ids) => new Map((await listMedia(db, ids)).map((media) => [media.id, media])),
  });
  const find = (mediaId: string) => loader.find(mediaId);
  const restore = createRedraw({ db, intake, drawSample: deps.drawSample });
  const files = createFiles({ config, db, clock, storage, find, mayView, restore });

  const encodeAlone = createEncodeAlone({ db, clock, jobs, locks: uploads.locks });
  const { variants, ...filmMarks } = createFilmMarks({ config, db, jobs, storage, encodeAlone });
  const { languagesOf, readCaptions, ...captions } = createCaptions({
    ...{ db, clock, storage, jobs },
    isEvidence: deps.isEvidence ?? (async () => false),
  });
  const streamFiles = createStreamFiles({
    config,
    clock,
    reader: createStreamReader({ db, storage, captions: { languagesOf, readCaptions }, variants }),
    variants,
    find,
    mayView,
    previewMsOf: deps.previewMsOf ?? (async () => 0),
  });

  async function removeFiles(connection: Db, mediaId: string, reason: string, isBlocked = false): Promise<void> {
    const media = await findMedia(connection, mediaId);
    if (!media || media.isFrozen || !(await markUnusable(connection, mediaId, 'blocked', reason))) return;
    for (const storageKey of await takeCaptions(connection, mediaId))
      await jobs.enqueue(connection, removeFilesKind, { storageKey });
    if (isBlocked && (media.kind === 'image' || media.isStream || media.isMarked))
      await jobs.enqueue(connection, blockPrintsKind, { mediaId });
    else await jobs.enqueue(connection, removeFilesKind, { storageKey: media.storageKey });
  }

  const findOwnReady = async (connection: Db, accountId: string, mediaId: string): Promise<StoredMedia> => {
    const media = await lockMediaForUse(connection, mediaId);
    if (media?.ownerId !== accountId) throw new AppError('NOT_FOUND');
    if (media.state !== 'ready') throw new AppError('MEDIA_NOT_READY', media.reason ? { message: media.reason } : {});
    // A copy that was ready before its twin was blocked.
    if (media.sha256 && (await hashCheck.isBlocked(connection, { sha256: media.sha256 })))
      throw new AppError('MEDIA_NOT_READY', { message: blockedReasonOf(media) });
    return media;
  };

  const playAddressFor: MediaService['playAddressFor'] = (viewer, media) =>
    files.clipAddressFor(viewer, media) ?? streamFiles.streamAddressFor(viewer, media);
  const viewOf: MediaService['viewOf'] = (viewer, media, options) => {
    const url = playAddressFor(viewer, media);
    return toMediaView(media, files.addressesFor(viewer, media, options), { url, progress: null });
  };

  const findReady: MediaService['findReady'] = async (connection, accountId, mediaId, sound) => {
    const media = await findOwnReady(connection, accountId, mediaId);
    const isTaken = sound === 'taken' && media.kind === 'audio';
    if (media.isStream && !media.isCopy && !isTaken) throw new AppError('NOT_FOUND');
    return media;
  };

  async function findSeen(viewer: { accountId: string }, mediaId: string): Promise<StoredMedia> {
    const media = await findMedia(db, mediaId);
    if (!media) throw new AppError('NOT_FOUND');
    if (media.ownerId === viewer.accountId) return media;
    if (media.state !== 'ready' || !(await mayView(viewer.accountId, media.id))) throw new AppError('NOT_FOUND');
    return media;
  }

  return {
    ...files,
    ...streamFiles,
    ...captions,
    ...filmMarks.face,
    ...createDerived({ db, jobs, storage }),
    ...createHolds({ db, jobs, storage, restore }),
    uploads,
    importFromUrl: intake.importFromUrl,
    ...imports.face,
    importSample: intake.importSample,
    importSampleClip: intake.importSampleClip,
    importSampleStream: intake.importSampleStream,
    clipsWork,
    async get(viewer, mediaId) {
      const media = await findSeen(viewer, mediaId);
      const view = viewOf(viewer, media, { premium: media.ownerId !== viewer.accountId });
      const isEncoded = media.isStream && media.state === 'processing';
      return isEncoded ? { ...view, progress: await findProgress(db, mediaId) } : view;
    },
    async getStream(viewer, mediaId) {
      return streamFiles.streamFor(viewer, await findSeen(viewer, mediaId), null);
    },
    viewOf,
    playAddressFor,
    findReady,
    findReusable: findOwnReady,
    async findPublishable(connection, accountId, mediaId, kinds) {
      const media = await findOwnReady(connection, accountId, mediaId);
      if (!kinds.includes(media.kind) || media.isStream !== (media.kind !== 'image')) throw new AppError('NOT_FOUND');
      return media;
    },
    async findReadyImage(connection, accountId, mediaId) {
      const media = await findReady(connection, accountId, mediaId);
      if (media.kind !== 'image') throw new AppError('NOT_FOUND');
      return media;
    },
    async listByIds(connection, mediaIds) {
      return new Map((await listMedia(connection, mediaIds)).map((media) => [media.id, media]));
    },
    tintsOf: async (connection, mediaId) => (await findMedia(connection, mediaId))?.tints ?? [],
    async listHashes(connection, mediaIds) {
      const rows = mediaIds.length === 0 ? [] : await listMedia(connection, mediaIds);
      const hashOf = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
      return mediaIds.flatMap((id) => hashOf.get(id) ?? []);
    },
    listCopies,
    async copyForUse(tx, accountId, mediaId) {
      const original = await findOwnReady(tx, accountId, mediaId);
      const at = clock.now();
      const id = newId(at.getTime());
      await insertCopy(tx, original.id, { id, at });
      await filmMarks.face.markNewUse(tx, id);
      return id;
    },
    async readCopy(mediaId, maxWidth = copyWidth) {
      const media = await findMedia(db, mediaId);
      const width = media?.widths.findLast((each) => each <= maxWidth) ?? media?.widths[0];
      if (media?.state !== 'ready' || width === undefined) return null;
      const key = `${media.storageKey}/${fileName(width, 'webp')}`;
      return (await storage.stat(key)) ? buffer(storage.read(key)) : null;
    },
    removeFiles: (connection, mediaId) => removeFiles(connection, mediaId, 'Removed'),
    async discard(connection, mediaId) {
      await removeFiles(connection, mediaId, 'Removed');
      await clearDerivedFacts(connection, mediaId);
      await deletePrints(connection, mediaId);
    },
    async block(connection, mediaId) {
      const media = await findMedia(connection, mediaId);
      if (media?.sha256) await hashCheck.block(connection, { sha256: media.sha256 });
      const uses = await listCopies(connection, mediaId);
      if (media?.isFrozen) await jobs.enqueue(connection, blockPrintsKind, { mediaId });
      else if (media) {
        await endHold(connection, uses);
        for (const id of uses) await removeFiles(connection, id, blockedReasonOf(media), true);
      }
      await deps.onBlocked?.(connection, uses);
    },
    listLookalikes: (picture) => hashCheck.listLookalikes(db, picture),
    storage,
    async resumeProcessing() {
      await uploads.resumeProcessing(clock.now());
      await imports.resume(clock.now());
      await filmMarks.resume();
    },
    checkStorage: createStorageCheck({ storage, clock, logger: deps.logger, isBucket: Boolean(bucket) }),
    tasks: [
      jobTask(processUploadKind, async ({ mediaId }) => {
        await uploads.locks.alone(mediaId, () => intake.processUpload(mediaId));
      }),
      jobTask(processStreamKind, ({ mediaId }) =>
        encodeAlone({ kind: processStreamKind, mediaId, key: `media.process:${mediaId}` }, () =>
          intake.processUpload(mediaId),
        ),
      ),
      ...imports.tasks,
      filmMarks.task,
      jobTask(resumeKind, () => uploads.resumeProcessing(new Date(clock.now().getTime() - resumeAfterMs)), {
        cron: '*/15 * * * *',
      }),
      jobTask(removeFilesKind, ({ storageKey }) => removeUnusedFolder(db, storage, storageKey)),
      ...prints.tasks,
      jobTask(
        sweepKind,
        async () => {
          await sweepMedia({ db, clock, storage, uploads });
          for (const mediaId of await listWithoutPrints(db, 500)) await prints.queue(mediaId);
          // System time, which the file system writes.
          await intake.clearClipWorkFolder(new Date(Date.now() - clipWorkMaxAgeMs));
          await uploads.clearLocalFiles(new Date(Date.now() - localFileMaxAgeMs));
        },
        { cron: '41 * * * *' },
      ),
    ],
  };
}
